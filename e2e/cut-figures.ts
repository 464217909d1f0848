import type { Page } from 'playwright-core'

/** What is cut in the summary of the war room, or lies outside of its cell. */
export async function cutFigures(page: Page): Promise<(string | null)[]> {
  return page.locator('.kpi :is(div, span, b, small, a)').evaluateAll((parts) =>
    parts
      .filter((part) => {
        const box = part.getBoundingClientRect()
        const cell = part.closest('.kpi')?.getBoundingClientRect() ?? box
        const isWide = part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0
        const isHigh = part.scrollHeight > part.clientHeight + 1 && part.tagName === 'DIV'
        return isWide || isHigh || box.right > cell.right + 1 || box.bottom > cell.bottom + 1
      })
      .map((part) => part.textContent),
  )
}
