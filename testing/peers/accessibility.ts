import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * What axe finds wrong with the page, in words; `within` a part of it, or by the rules of these
 * `tags` instead of its usual ones.
 */
export async function violationsOf(
  page: Page,
  { within, tags }: { readonly within?: string; readonly tags?: readonly string[] } = {},
): Promise<readonly string[]> {
  // Finds the same, with a third of the work: what passed is not described element by element, and
  // the results are not put together in a page of their own, which only frames of other sites need.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  if (within !== undefined) axe.include(within)
  if (tags !== undefined) axe.withTags([...tags])
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
