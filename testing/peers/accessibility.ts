import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

interface WithAxe {
  readonly axe: {
    run(context: ElementContext, options: RunOptions): Promise<Pick<AxeResults, 'violations'>>
  }
}

/** The rules of axe whose outcome can change with the colours of a theme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong with a page that it has been through in another theme already, in words. */
export async function colourViolationsOf(
  page: Page,
  { within }: { readonly within?: string } = {},
): Promise<readonly string[]> {
  return problemsOf(page, within, { runOnly: { type: 'rule', values: rulesOfColour } })
}

/**
 * What axe finds wrong with the page, in words; `within` a part of it, or by the rules of these
 * `tags` instead of its usual ones.
 */
export async function violationsOf(
  page: Page,
  { within, tags }: { readonly within?: string; readonly tags?: readonly string[] } = {},
): Promise<readonly string[]> {
  return problemsOf(page, within, tags ? { runOnly: { type: 'tag', values: [...tags] } } : {})
}

// What passed is not described element by element: the same is found, with a third of the work.
async function problemsOf(
  page: Page,
  within: string | undefined,
  options: RunOptions,
): Promise<readonly string[]> {
  await Promise.all(page.frames().map(bringAxe))
  const { violations } = await page.evaluate(
    ([part, rules]) =>
      (globalThis as unknown as WithAxe).axe.run(part === null ? document : { include: [part] }, {
        ...rules,
        resultTypes: ['violations'],
      }),
    [within ?? null, options] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

const require = createRequire(import.meta.url)
let source: string | undefined

/** Once in each document: it is more than half a megabyte that has to be sent and compiled. */
async function bringAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in globalThis)) return
  source ??= readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
  await frame.evaluate(source)
}
