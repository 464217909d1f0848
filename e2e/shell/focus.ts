import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { focusTop } from '../stage.ts'
import { accountOf, stage } from './shell-stage.ts'

/** Of both tests. */
let page: Page

beforeAll(async () => {
  // By default little moves: a mark that fades would still be there when the focus has gone.
  page = await stage.openReused('/warroomCharts', { person: accountOf('admin'), language: 'en' })
  await page.locator('.top-bar').waitFor()
})
afterAll(() => stage.closeReusedPages())

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
  await focusTop(page)
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
  await openDateField(page)
  for (const path of screens) {
    await go(page, path)
    expect({ path, unmarked: await withoutMark(page, 45) }).toEqual({ path, unmarked: [] })
  }
})

test('EE225 a screen can be left while a date field has the focus', async () => {
  await go(page, '/administrator/audit')
  for (let visit = 0; visit < 5; visit += 1) {
    await page.locator('.audit .ant-picker input').first().focus()
    await go(page, '/profile/edit')
    await page.getByLabel('Introduction').waitFor()
    await go(page, '/administrator/audit')
    await page.locator('.audit .ant-picker input').first().waitFor()
  }
})
