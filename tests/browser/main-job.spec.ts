import { expect, test } from './product.ts'

test.use({ adminOpens: 'about:blank' })

test('a founder signs up, works with goals and checks in; an admin’s loop appears on the open board; the co-founder answers', async ({
  founder,
  admin,
}) => {
  const { page } = founder

  await test.step('the board greets the founder', async () => {
    await expect(page.getByText('Welcome back')).toBeVisible()
    await expect(page.getByText(founder.firstName).first()).toBeVisible()
    await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  })

  await test.step('adds and ticks a goal', async () => {
    await founder.addsGoal('Ten demos booked')
    await founder.ticksGoal('Ten demos booked')
    await expect(page.getByRole('checkbox', { name: 'Ten demos booked' })).toBeChecked()
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'Ten demos booked' })).toBeChecked()
  })

  await test.step('completes the weekly check-in', async () => {
    await founder.completesCheckIn({ mood: 'Good', wins: 'Two demos', nextPriority: 'Pricing' })
    await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
  })

  await test.step('sees a loop that an admin adds, without doing anything', async () => {
    await expect(page.getByText('No traction loops yet.')).toBeVisible()
    await admin.opensDetailsOf(founder.firstName)
    await admin.addsLoop('Cold outreach')
    await expect(page.getByText('Cold outreach')).toBeVisible()
  })

  await test.step('asks the co-founder, and the answer streams in', async () => {
    await page.getByRole('link', { name: 'Growth Chat' }).click()
    // By its name: until the chat has loaded, the board's goal input is still on the screen.
    const box = page.getByRole('textbox', { name: 'Message to the AI Co-Founder' })
    await box.fill('How many goals do I have?')
    await box.press('Enter')
    const conversation = page.getByRole('log')
    await expect(conversation.getByText('1 goal in all: 0 open and 1 done.')).toBeVisible()
  })
})
