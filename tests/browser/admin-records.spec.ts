import { UNREACHABLE, details, item, opens, saves, writesTo } from './founder-details.ts'
import { allowWrites, dismiss, expect, failure, figure, loseWrites, refuse, success, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

test.describe('Rate Decisions', () => {
  const RAISE = { title: 'Raise prices', reason: 'No one says no' }

  test('SPEC 4 ratings: impact and result notes are set, and the founder reads them', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('decisions').insert({ user_id, ...RAISE }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Rate Decisions')
    const impact = item(page, 'Raise prices').getByRole('combobox', { name: 'Impact' })
    await expect(impact).toHaveText('Neutral')
    await impact.click()
    await expect(page.getByRole('option')).toHaveText(['Positive', 'Neutral', 'Negative'])
    await page.getByRole('option', { name: 'Negative' }).click()
    await expect(success(page, 'Impact rating updated')).toBeVisible()
    await item(page, 'Raise prices').getByLabel('Result notes').fill('Two customers left')
    await saves(page)
    await expect(success(page, 'Result notes updated')).toBeVisible()
    const { data } = await service.from('decisions').select().eq('user_id', user_id)
    expect(data).toMatchObject([{ ...RAISE, impact: 'negative', result: 'Two customers left' }])
    await founder.page.goto('/brain')
    await founder.page.getByRole('tab', { name: 'Decisions' }).click()
    await expect(founder.page.getByText('Negative', { exact: true })).toBeVisible()
    await expect(founder.page.getByText('Two customers left')).toBeVisible()
  })

  test('SPEC 8 ratings: "Error updating"; the typed notes stay in the field', async ({ founder, admin, service }) => {
    const { page } = admin
    await service.from('decisions').insert({ user_id: await founder.id(), ...RAISE }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Rate Decisions')
    await loseWrites(page, 'decisions')
    const notes = item(page, 'Raise prices').getByLabel('Result notes')
    await notes.fill('Two customers left')
    await saves(page)
    await expect(failure(page, UNREACHABLE, 'Error updating')).toBeVisible()
    await expect(notes).toHaveValue('Two customers left')
    await allowWrites(page, 'decisions')
    await notes.focus()
    await saves(page)
    await expect(success(page, 'Result notes updated')).toBeVisible()
  })
})

test.describe('Runway', () => {
  test('SPEC 2 runway: the first amount creates the record; net burn and months are calculated from the three amounts', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    await opens(admin, founder, 'Runway')
    const panel = details(page).getByRole('tabpanel')
    for (const [field, amount] of [
      ['Bank balance', '$97,500.50'],
      ['Monthly revenue', '10000'],
      ['Monthly burn', '25,000'],
    ] as const) {
      await panel.getByLabel(field).fill(amount)
      await saves(page)
      await dismiss(success(page, 'Updated'))
    }
    await expect(panel.getByLabel('Bank balance')).toHaveValue('97500.5')
    await expect(figure(panel, 'Net burn')).toHaveText('$15,000leaves the bank each month')
    await expect(figure(panel, 'Runway')).toHaveText('6.5 monthsat this pace')
    const { data } = await service.from('runway_data').select().eq('user_id', await founder.id()) // prettier-ignore
    expect(data).toMatchObject([{ bank_balance: 97_500.5, monthly_revenue: 10_000, monthly_burn: 25_000 }])

    await panel.getByLabel('Monthly revenue').fill('25000')
    await saves(page)
    await expect(figure(panel, 'Runway')).toHaveText('Not running outrevenue covers the burn')
    await expect(figure(panel, 'Net burn')).toHaveText('$0stays in the bank each month')
  })

  test('SPEC 2 runway: an invalid amount is marked and not saved; one that the database rejects stays in the field', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    const user_id = await founder.id()
    const amounts = { bank_balance: 100, monthly_revenue: 10, monthly_burn: 20 }
    await service.from('runway_data').insert({ user_id, ...amounts }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Runway')
    const writes = writesTo(page, 'runway_data')
    const burn = details(page).getByLabel('Monthly burn')
    await burn.fill('12,50')
    await saves(page)
    await expect(burn).toHaveValue('12,50')
    await expect(burn).toHaveAttribute('aria-invalid', 'true')
    expect(writes).toEqual([])
    await burn.fill('-5')
    await saves(page)
    await expect(page.getByRole('alert').filter({ hasText: /^Error updating/ })).toBeVisible()
    await expect(burn).toHaveValue('-5')
    const { data } = await service.from('runway_data').select().eq('user_id', user_id)
    expect(data).toMatchObject([amounts])
  })
})

test.describe('AI Memory', () => {
  test('SPEC 8 memory: a memory is saved, and a second save replaces it', async ({ founder, admin, service }) => {
    const { page } = admin
    await opens(admin, founder, 'AI Memory')
    for (const text of ['Sells to dentists', 'Sells to dentists.\nHates cold calls.']) {
      await details(page).getByRole('textbox', { name: 'AI memory' }).fill(text)
      await details(page).getByRole('button', { name: 'Save' }).click()
      await dismiss(success(page, 'AI memory updated successfully'))
      const { data } = await service.from('founder_ai_memory').select().eq('user_id', await founder.id()) // prettier-ignore
      expect(data).toMatchObject([{ memory_content: text }])
    }
    await opens(admin, founder, 'AI Memory')
    await expect(details(page).getByRole('textbox', { name: 'AI memory' })).toHaveValue(
      'Sells to dentists.\nHates cold calls.',
    )
  })

  test('SPEC 2 memory: typed text survives another tab, closing the dialog and a reload', async ({
    founder,
    admin,
  }) => {
    const { page } = admin
    await opens(admin, founder, 'AI Memory')
    await details(page).getByRole('textbox', { name: 'AI memory' }).fill('Half a thought')
    await details(page).getByRole('tab', { name: 'Goals' }).click()
    await page.keyboard.press('Escape')
    await expect(details(page)).toBeHidden()
    await opens(admin, founder, 'AI Memory')
    await expect(details(page).getByRole('textbox', { name: 'AI memory' })).toHaveValue('Half a thought')
  })

  test('SPEC 8 memory: a failed save shows an error, and the text stays', async ({ founder, admin }) => {
    const { page } = admin
    await opens(admin, founder, 'AI Memory')
    await loseWrites(page, 'founder_ai_memory')
    await details(page).getByRole('textbox', { name: 'AI memory' }).fill('Sells to dentists')
    await details(page).getByRole('button', { name: 'Save' }).click()
    await expect(failure(page, 'Failed to save AI memory')).toBeVisible()
    await expect(details(page).getByRole('textbox', { name: 'AI memory' })).toHaveValue('Sells to dentists')
    await allowWrites(page, 'founder_ai_memory')
    await details(page).getByRole('button', { name: 'Save' }).click()
    await expect(success(page, 'AI memory updated successfully')).toBeVisible()
  })

  test('SPEC 8 memory: a failed load shows an error, and prevents saving over unread text', async ({
    founder,
    admin,
  }) => {
    const { page } = admin
    const allow = await refuse(page, '**/rest/v1/founder_ai_memory*')
    await opens(admin, founder, 'AI Memory')
    await expect(failure(page, 'Failed to load AI memory')).toBeVisible()
    await expect(details(page).getByRole('button', { name: 'Save' })).toHaveCount(0)
    await allow()
    await details(page).getByRole('button', { name: 'Try again' }).click()
    await expect(details(page).getByRole('textbox', { name: 'AI memory' })).toHaveValue('')
  })
})
