import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { open } from './shell-stage.ts'

/** Opens a date field, which brings the styles of the component library into the page. */
async function openDateField(page: Page): Promise<void> {
  await page.locator('.history-dates > .button').click()
  await page.locator('.ant-picker').first().click()
  await page.locator('.ant-picker-dropdown').first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.history-dates > .button').click()
}

/**
 * Goes to a screen as a link would: the page, and all styles that it has, stay. Waits for the
 * screen itself: on the way to it the focus goes to the main area, which has no mark.
 */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), path)
  await page.waitForFunction((address) => {
    const tab = document.querySelector<HTMLAnchorElement>('.tab-bar li[data-active] a')
    const waiting = [...document.querySelectorAll('.skeleton')]
    return tab?.pathname === address && !waiting.some((each) => each.checkVisibility())
  }, path)
}

/**
 * Presses Tab `steps` times from the top and returns the elements that do not show that they have
 * the focus, with how they would be described.
 */
async function withoutMark(page: Page, steps: number): Promise<string[]> {
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  const found = new Set<string>()
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab')
    const unmarked = await page.evaluate(() => {
      const looks = (element: Element, pseudo?: string) => {
        const style = getComputedStyle(element, pseudo)
        return [style.outlineStyle === 'none' ? '' : style.outlineWidth, style.boxShadow].join(' ')
      }
      const all = (element: Element) =>
        [element, element.parentElement, element.parentElement?.parentElement].flatMap((each) =>
          each ? [looks(each), looks(each, '::after'), looks(each, '::before')] : [],
        )
      const focused = document.activeElement
      if (!(focused instanceof HTMLElement) || focused === document.body) return null
      const marked = all(focused).join('|')
      focused.blur()
      const plain = all(focused).join('|')
      focused.focus({ focusVisible: true } as FocusOptions)
      return marked === plain ? focused.outerHTML.slice(0, 160) : null
    })
    if (unmarked !== null) found.add(unmarked)
  }
  return [...found]
}

const screens = [
  '/warroomCharts',
  '/warroomDashboard',
  '/administrator/users',
  '/administrator/roles',
  '/administrator/audit',
  '/profile/edit',
  '/cognito/cognito-info',
]

test('EE114 whatever has the focus shows it, also after a date field was opened', async () => {
  const page = await open('admin', '/warroomCharts', {
    // A mark that fades would still be there when the element has lost the focus.
    reducedMotion: 'reduce',
  })
  await openDateField(page)
  for (const path of screens) {
    await go(page, path)
    expect({ path, unmarked: await withoutMark(page, 45) }).toEqual({ path, unmarked: [] })
  }
})

test('EE225 a screen can be left while a date field has the focus', async () => {
  const page = await open('admin', '/administrator/audit')
  for (let visit = 0; visit < 5; visit += 1) {
    await page.locator('.ant-picker input').first().focus()
    await go(page, '/profile/edit')
    await page.getByLabel('Introduction').waitFor()
    await go(page, '/administrator/audit')
    await page.locator('.ant-picker input').first().waitFor()
  }
})
