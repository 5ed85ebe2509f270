import type { Dialog } from '@playwright/test'
import { UNREACHABLE, answers, details, item, opens, saves, writesTo } from './founder-details.ts'
import { Admin, allowWrites, dismiss, expect, failure, loseWrites, success, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

test.describe('Traction Mgmt', () => {
  const OUTREACH = { name: 'Outreach', status: 'running', conversions: 1, demos: 2, messages: 3 } as const

  test('SPEC 4 loops: the name comes from a prompt; a new loop is running with 0, 0 and 0', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    await opens(admin, founder, 'Traction Mgmt')
    const message = answers(page, (prompt) => prompt.accept('  Cold outreach '))
    await details(page).getByRole('button', { name: 'Add Loop' }).click()
    expect(await message).toBe('Loop name')
    await expect(success(page, 'Loop created successfully')).toBeVisible()
    const loop = item(page, 'Cold outreach')
    await expect(loop.getByRole('combobox', { name: 'Status' })).toHaveText('Running')
    for (const count of ['Conversions', 'Demos', 'Messages']) await expect(loop.getByLabel(count)).toHaveValue('0')
    const { data } = await service.from('traction_loops').select().eq('user_id', await founder.id()) // prettier-ignore
    expect(data).toMatchObject([{ name: 'Cold outreach', status: 'running', conversions: 0, demos: 0, messages: 0 }])
  })

  test('SPEC 5 loops: an empty or cancelled prompt creates no loop', async ({ founder, admin }) => {
    const { page } = admin
    await opens(admin, founder, 'Traction Mgmt')
    const writes = writesTo(page, 'traction_loops')
    for (const answer of [
      (prompt: Dialog) => prompt.accept(''),
      (prompt: Dialog) => prompt.accept('   '),
      (prompt: Dialog) => prompt.dismiss(),
    ]) {
      const message = answers(page, answer)
      await details(page).getByRole('button', { name: 'Add Loop' }).click()
      await message
    }
    await admin.addsLoop('The only one')
    await expect(item(page, 'The only one')).toBeVisible()
    await expect(details(page).getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
    expect(writes).toEqual(['POST'])
  })

  test('SPEC 5 loops: name and counts are saved on blur, and only if they changed', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    const writes = writesTo(page, 'traction_loops')
    const stored = async () => {
      const { data } = await service.from('traction_loops').select().eq('user_id', user_id).single().throwOnError()
      return data
    }
    await item(page, 'Outreach').getByLabel('Name').fill('Other')
    await item(page, 'Outreach').getByLabel('Name').fill('Outreach')
    await saves(page)
    await item(page, 'Outreach').getByLabel('Name').fill('   ')
    await saves(page)
    await expect(item(page, 'Outreach').getByLabel('Name')).toHaveValue('Outreach')
    await item(page, 'Outreach').getByLabel('Demos').fill('02')
    await saves(page)
    await item(page, 'Outreach').getByLabel('Messages').focus()
    await saves(page)
    expect(writes).toEqual([])

    await item(page, 'Outreach').getByLabel('Name').fill(' Warm outreach ')
    expect(writes).toEqual([])
    await saves(page)
    await expect(success(page, 'Name updated')).toBeVisible()
    expect(await stored()).toMatchObject({ ...OUTREACH, name: 'Warm outreach' })

    await item(page, 'Warm outreach').getByLabel('Conversions').fill('12')
    await saves(page)
    await dismiss(success(page, 'Updated'))
    await item(page, 'Warm outreach').getByLabel('Demos').fill('34')
    await saves(page)
    await dismiss(success(page, 'Updated'))
    await item(page, 'Warm outreach').getByLabel('Messages').fill('5678')
    await saves(page)
    await dismiss(success(page, 'Updated'))
    expect(await stored()).toMatchObject({ name: 'Warm outreach', conversions: 12, demos: 34, messages: 5678 })
    expect(writes).toEqual(['PATCH', 'PATCH', 'PATCH', 'PATCH'])
  })

  test('SPEC 5 loops: counts are whole numbers; other input becomes 0', async ({ founder, admin, service }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH, demos: 9 }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    for (const [count, typed, becomes] of [
      ['Conversions', 'many', '0'],
      ['Demos', '', '0'],
      ['Messages', '12\u202f000', '12000'],
    ] as const) {
      await item(page, 'Outreach').getByLabel(count).fill(typed)
      await saves(page)
      await dismiss(success(page, 'Updated'))
      await expect(item(page, 'Outreach').getByLabel(count)).toHaveValue(becomes)
    }
    const messages = item(page, 'Outreach').getByLabel('Messages')
    for (const ambiguous of ['1.000', '1,5', '5k']) {
      await messages.fill(ambiguous)
      await messages.blur()
      await expect(item(page, 'Outreach').getByText('Not saved')).toBeVisible()
      await expect(messages).toHaveAttribute('aria-invalid', 'true')
      await expect(messages).toHaveValue(ambiguous)
    }
    const { data } = await service.from('traction_loops').select().eq('user_id', user_id)
    expect(data).toMatchObject([{ conversions: 0, demos: 0, messages: 12_000 }])
  })

  test('SPEC 4 loops: any status can be chosen, and is saved at once', async ({ founder, admin, service }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    const status = item(page, 'Outreach').getByRole('combobox', { name: 'Status' })
    await status.click()
    await expect(page.getByRole('option')).toHaveText(['Running', 'Paused', 'Scaling'])
    await page.keyboard.press('Escape')
    for (const name of ['Scaling', 'Paused', 'Running']) {
      await status.click()
      await page.getByRole('option', { name }).click()
      await dismiss(success(page, 'Status updated'))
      await expect(status).toHaveText(name)
      const { data } = await service.from('traction_loops').select('status').eq('user_id', user_id)
      expect(data).toEqual([{ status: name.toLowerCase() }])
    }
  })

  test('SPEC 2 loops: deleting asks "Delete this loop?"; Cancel keeps the loop', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    const writes = writesTo(page, 'traction_loops')
    const remove = item(page, 'Outreach').getByRole('button', { name: 'Delete loop' })
    const cancelled = answers(page, (question) => question.dismiss())
    await remove.click()
    expect(await cancelled).toBe('Delete this loop?')
    await expect(item(page, 'Outreach')).toBeVisible()
    expect(writes).toEqual([])
    const confirmed = answers(page, (question) => question.accept())
    await remove.click()
    await confirmed
    await expect(success(page, 'Loop deleted')).toBeVisible()
    await expect(item(page, 'Outreach')).toHaveCount(0)
    const { data } = await service.from('traction_loops').select().eq('user_id', user_id)
    expect(data).toEqual([])
  })

  test('SPEC 8 loops: "Error creating loop"; the next prompt contains the name', async ({ founder, admin }) => {
    const { page } = admin
    await opens(admin, founder, 'Traction Mgmt')
    await loseWrites(page, 'traction_loops')
    const message = answers(page, (prompt) => prompt.accept('Cold outreach'))
    await details(page).getByRole('button', { name: 'Add Loop' }).click()
    await message
    await expect(failure(page, UNREACHABLE, 'Error creating loop')).toBeVisible()
    await allowWrites(page, 'traction_loops')
    let offered = ''
    const again = answers(page, (prompt) => {
      offered = prompt.defaultValue()
      return prompt.accept(offered)
    })
    await details(page).getByRole('button', { name: 'Add Loop' }).click()
    await again
    expect(offered).toBe('Cold outreach')
    await expect(item(page, 'Cold outreach')).toBeVisible()
    const next = answers(page, (prompt) => {
      offered = prompt.defaultValue()
      return prompt.dismiss()
    })
    await details(page).getByRole('button', { name: 'Add Loop' }).click()
    await next
    expect(offered).toBe('')
  })

  test('SPEC 8 loops: "Error updating"; the typed text stays, and the next blur saves it', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    await loseWrites(page, 'traction_loops')
    const name = item(page, 'Outreach').getByLabel('Name')
    await name.fill('Warm outreach')
    await saves(page)
    await dismiss(failure(page, UNREACHABLE, 'Error updating'))
    await expect(name).toHaveValue('Warm outreach')
    await item(page, 'Outreach').getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Scaling' }).click()
    await expect(failure(page, UNREACHABLE, 'Error updating')).toBeVisible()
    await expect(item(page, 'Outreach').getByRole('combobox', { name: 'Status' })).toHaveText('Running')
    await allowWrites(page, 'traction_loops')
    await name.focus()
    await saves(page)
    await expect(success(page, 'Name updated')).toBeVisible()
    await expect(item(page, 'Warm outreach')).toBeVisible()
  })

  test('SPEC 8 loops: "Error deleting"; the loop stays', async ({ founder, admin, service }) => {
    const { page } = admin
    await service.from('traction_loops').insert({ user_id: await founder.id(), ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    await loseWrites(page, 'traction_loops')
    const message = answers(page, (question) => question.accept())
    await item(page, 'Outreach').getByRole('button', { name: 'Delete loop' }).click()
    await message
    await expect(failure(page, UNREACHABLE, 'Error deleting')).toBeVisible()
    await expect(item(page, 'Outreach')).toBeVisible()
  })

  test('SPEC 5 loops: closing the dialog with Escape saves the edited field', async ({ founder, admin, service }) => {
    const { page } = admin
    await service.from('traction_loops').insert({ user_id: await founder.id(), ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    await item(page, 'Outreach').getByLabel('Demos').fill('77')
    await page.keyboard.press('Escape')
    await expect(details(page)).toBeHidden()
    await expect(success(page, 'Updated')).toBeVisible()
  })

  test('SPEC 8 loops: a change to a loop that another admin has deleted is "Error updating"', async ({
    founder,
    admin,
    service,
  }) => {
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    const demos = item(admin.page, 'Outreach').getByLabel('Demos')
    await demos.fill('42')
    await service.from('traction_loops').delete().eq('user_id', user_id).throwOnError()
    await saves(admin.page)
    const gone = 'It no longer exists. Another admin may have deleted it.'
    await expect(failure(admin.page, gone, 'Error updating')).toBeVisible()
  })

  test('SPEC 7 loops: two admins who edit one loop at once lose neither field', async ({
    founder,
    admin,
    service,
    browser,
    deployed,
  }) => {
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
    const context = await browser.newContext({ baseURL: deployed.adminUrl })
    const second = new Admin(await context.newPage())
    await second.signsIn()
    await opens(admin, founder, 'Traction Mgmt')
    await opens(second, founder, 'Traction Mgmt')
    await item(admin.page, 'Outreach').getByLabel('Name').fill('Warm outreach')
    await item(second.page, 'Outreach').getByLabel('Demos').fill('42')
    await Promise.all([saves(admin.page), saves(second.page)])
    await expect(success(admin.page, 'Name updated')).toBeVisible()
    await expect(success(second.page, 'Updated')).toBeVisible()
    const { data } = await service.from('traction_loops').select().eq('user_id', user_id)
    expect(data).toMatchObject([{ ...OUTREACH, name: 'Warm outreach', demos: 42 }])
    for (const each of [admin, second]) {
      await opens(each, founder, 'Traction Mgmt')
      await expect(item(each.page, 'Warm outreach').getByLabel('Demos')).toHaveValue('42')
    }
    await context.close()
  })
})
