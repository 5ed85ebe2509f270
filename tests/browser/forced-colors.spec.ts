import { expect, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

/** The system's colour for a selection, as this browser has it. */
const HIGHLIGHT = `(() => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.cssText = 'forced-color-adjust: none; color: Highlight'
  return getComputedStyle(probe).color
})()`

test('with forced colours, what is chosen, pressed or measured is visible without a tint', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  await service.from('traction_loops').insert({ user_id, name: 'Outreach', conversions: 3, demos: 9 }).throwOnError()
  await page.goto('/')
  const tab = (name: string) => page.getByRole('tab', { name })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const bar = page.getByRole('progressbar', { name: 'Conversions' })
  const highlight: string = await page.evaluate(HIGHLIGHT)

  for (const chosen of [tab('Weekly'), link('Command Board'), bar.locator('*')])
    await expect(chosen).toHaveCSS('background-color', highlight)
  for (const other of [tab('Monthly'), link('Traction')])
    await expect(other).not.toHaveCSS('background-color', highlight)
  const [primary, ghost] = ['Complete Check-in', 'Sign Out'].map((name) => page.getByRole('button', { name }))
  await expect(primary!).toHaveCSS('border-top', /^2px solid/)
  for (const edged of [ghost!, bar, page.getByText('Running', { exact: true }), tab('Monthly')])
    await expect(edged).toHaveCSS('border-top', /^1px solid/)

  await page.goto('/traction')
  await expect(page.getByRole('slider').first().locator('rect').last()).toHaveCSS('stroke', highlight)
})
