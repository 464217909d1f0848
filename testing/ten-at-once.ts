import { AsyncLocalStorage } from 'node:async_hooks'
import fc from 'fast-check'

const turns = new AsyncLocalStorage<Promise<unknown>>()

/** Within a case of `tenAtOnce`: resolves when the cases before it have ended. */
export const ownTurn = async (): Promise<void> => void (await turns.getStore())

/** How long a smaller case is looked for, once one has failed, ms. */
const shrinkMs = 10_000

/**
 * A property that begins ten cases in each run together: what they store with `storeReadings` is
 * one insert. Each case has sensors of its own, and awaits its turn before it asks for anything.
 * Once a case has failed, that one alone is tried with smaller input.
 */
export function tenAtOnce<Case extends [unknown, ...unknown[]]>(
  ...given: [
    ...arbitraries: { [Place in keyof Case]: fc.Arbitrary<Case[Place]> },
    body: (...each: Case) => Promise<unknown>,
  ]
) {
  const arbitraries = given.slice(0, -1) as { [Place in keyof Case]: fc.Arbitrary<Case[Place]> }
  const body = given.at(-1) as (...each: Case) => Promise<unknown>
  const cases = fc.array(fc.tuple<Case>(...arbitraries), { minLength: 10, maxLength: 10 })
  let failed: { readonly place: number; readonly at: number } | null = null
  return fc.asyncProperty(cases, async (all) => {
    const smaller = failed && all[failed.place]
    if (failed && performance.now() - failed.at > shrinkMs) return
    if (smaller) return void (await body(...smaller))
    const ends = await allOf(all, body)
    const place = ends.findIndex((end) => end.status === 'rejected')
    if (place < 0) return
    failed = { place, at: performance.now() }
    throw (ends[place] as PromiseRejectedResult).reason
  })
}

function allOf<Case extends [unknown, ...unknown[]]>(
  all: readonly Case[],
  body: (...each: Case) => Promise<unknown>,
) {
  let before: Promise<unknown> = Promise.resolve()
  return Promise.allSettled(
    all.map((each) => {
      const end = turns.run(before, () => body(...each))
      before = end.catch(() => undefined)
      return end
    }),
  )
}
