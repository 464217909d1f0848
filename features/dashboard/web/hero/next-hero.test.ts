import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextHero, recoveryMs, worseFactor, replacementMs, type HeroState } from './next-hero.ts'

interface Step {
  readonly now: number
  readonly severities: ReadonlyMap<number, number>
  readonly pinned: number | null
  readonly shown: ReadonlySet<number>
}
const ids = [1, 2, 3, 4]
const all: ReadonlySet<number> = new Set(ids)

/** Plants that waver: every second each of four sensors is well, or deviates somehow. */
const plants = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.constantFrom(0, 0, 0.1, 0.14, 1, 5), { minLength: 4, maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((phases) => phases.flatMap(([seconds, severities]) => Array(seconds).fill(severities)))
  .map((seconds: readonly (readonly number[])[]) =>
    seconds.map((severities, second): Step => {
      const each = ids.map((id, index) => [id, severities[index] ?? 0] as const)
      return {
        now: 1_000_000 + second * 1_000,
        severities: new Map(each.filter(([, severity]) => severity > 0)),
        pinned: null,
        shown: all,
      }
    }),
  )

/** The place after each step. */
function played(steps: readonly Step[]): readonly HeroState[] {
  const places: HeroState[] = []
  for (const { shown, ...step } of steps)
    places.push(nextHero(places.at(-1) ?? null, { ...step, isShown: (id) => shown.has(id) }))
  return places
}
const severity = (step: Step | undefined, id: number | null | undefined) =>
  (typeof id === 'number' ? step?.severities.get(id) : undefined) ?? 0
const maximum = (step: Step | undefined) => Math.max(0, ...(step?.severities.values() ?? []))

describe('the big place', () => {
  it('DB10 changes only when who is there was well for a while or others clearly worse', () => {
    fc.assert(
      fc.property(plants, (steps) => {
        const places = played(steps)
        for (const [index, place] of places.entries()) {
          const holder = places[index - 1]?.sensorId
          if (index === 0 || place.sensorId === holder) continue
          const last = (ms: number) => steps.slice(Math.max(0, index - ms / 1_000), index + 1)
          const wasWell =
            holder !== null &&
            index * 1_000 >= recoveryMs &&
            last(recoveryMs).every((step) => severity(step, holder) === 0)
          const wasWorse =
            index * 1_000 >= replacementMs &&
            last(replacementMs).every(
              (step) => maximum(step) > severity(step, holder) * worseFactor,
            )
          expect(wasWell || wasWorse).toBe(true)
        }
      }),
    )
  })

  it('DB10 stays at least ten seconds, and a minute where nothing else deviates', () => {
    fc.assert(
      fc.property(plants, (steps) => {
        const places = played(steps)
        const changes = places.flatMap(({ sensorId }, index) =>
          index > 0 && sensorId !== places[index - 1]?.sensorId ? [index] : [],
        )
        for (const [index, at] of changes.entries()) {
          const stay = (at - (changes[index - 1] ?? 0)) * 1_000
          expect(stay).toBeGreaterThanOrEqual(
            places[at]?.sensorId === null ? recoveryMs : replacementMs,
          )
        }
      }),
    )
  })

  it('DB10 whatever was before, a steady plant has its worst there, a well one nobody', () => {
    fc.assert(
      fc.property(plants, (steps) => {
        const end = steps.at(-1)
        if (!end) return
        const steady = Array.from({ length: 80 }, (_, second) => ({
          ...end,
          now: end.now + (second + 1) * 1_000,
        }))
        const { sensorId } = played([...steps, ...steady]).at(-1) ?? {}
        if (maximum(end) === 0) expect(sensorId).toBeNull()
        else expect(severity(end, sensorId) * worseFactor).toBeGreaterThanOrEqual(maximum(end))
      }),
    )
  })

  it('DB10 what is pinned has it at once and always; unpinned, the worst has it again', () => {
    fc.assert(
      fc.property(plants, fc.constantFrom(...ids), fc.nat(200), (steps, pinned, until) => {
        const places = played(
          steps.map((step, index) => (index < until ? { ...step, pinned } : step)),
        )
        for (const [index, place] of places.entries()) {
          if (index < until) expect(place.sensorId).toBe(pinned)
          else if (index === until)
            expect(severity(steps[index], place.sensorId)).toBe(maximum(steps[index]))
        }
      }),
    )
  })

  it('DB10 who is shown no more leaves at once; a clock set back does not hold the place', () => {
    const step = { severities: new Map([[1, 1]]), pinned: null, shown: all }
    const gone = { ...step, severities: new Map([[2, 1]]), shown: new Set([2]), now: 2_000 }
    expect(played([{ ...step, now: 1_000 }, gone]).map(({ sensorId }) => sensorId)).toEqual([1, 2])
    const well = { ...step, severities: new Map<number, number>() }
    const setBack = [9_000_000, 1_000, 1_000 + recoveryMs].map((now) => ({ ...well, now }))
    const places = played([{ ...step, now: 8_999_000 }, ...setBack])
    expect(places.map(({ sensorId }) => sensorId)).toEqual([1, 1, 1, null])
  })
})
