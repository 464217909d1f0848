import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** The rules of axe whose outcome can change with the colours of a theme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong with a page that it has been through in another theme already, in words. */
export async function colourViolationsOf(page: Page): Promise<readonly string[]> {
  return problemsOf(builderFor(page).withRules(rulesOfColour))
}

/**
 * What axe finds wrong with the page, in words; `within` a part of it, or by the rules of these
 * `tags` instead of its usual ones.
 */
export async function violationsOf(
  page: Page,
  { within, tags }: { readonly within?: string; readonly tags?: readonly string[] } = {},
): Promise<readonly string[]> {
  const axe = builderFor(page)
  if (within !== undefined) axe.include(within)
  if (tags !== undefined) axe.withTags([...tags])
  return problemsOf(axe)
}

// Finds the same, with a third of the work: what passed is not described element by element, and
// the results are not put together in a page of their own, which only frames of other sites need.
function builderFor(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
}

async function problemsOf(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
