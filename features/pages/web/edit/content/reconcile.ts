import { isSame } from '../../../contract/choose.ts'
import type { PageContent } from './page-content.ts'
import type { Area } from '../../../contract/page.ts'
import { normalizePage } from './areas.ts'
import type { Side } from '#kit/web/boards/conflict/side-choice.tsx'

/** An area that both changed differently; null: deleted there. */
export interface AreaConflict {
  readonly id: string
  readonly mine: Area | null
  readonly theirs: Area | null
}

export interface Reconciliation {
  readonly areas: readonly AreaConflict[]
  /** Both names, where both changed it to different ones. */
  readonly name: { readonly mine: string; readonly theirs: string } | null
}

/** Whose version counts, by the id of the area; under `name` whose name. Absent: mine. */
export type Choices = ReadonlyMap<string, Side>

/** In the choices; no area has such an id. */
export const nameChoice = ':name'

/**
 * What a person must decide before an edit (`mine`) can be saved over what was saved meanwhile
 * (`theirs`), both from `base`: only what both changed differently. Where an area stands and how
 * large it is, how it is called and what it holds are looked at one by one.
 */
export function reconcile(
  base: PageContent,
  theirs: PageContent,
  mine: PageContent,
): Reconciliation {
  const conflicts = idsOf(theirs, mine).flatMap((id) => {
    const { isConflict } = mergedArea(areaOf(base, id), areaOf(theirs, id), areaOf(mine, id))
    if (!isConflict) return []
    return [{ id, mine: areaOf(mine, id) ?? null, theirs: areaOf(theirs, id) ?? null }]
  })
  const isNameInConflict =
    mine.name !== theirs.name && mine.name !== base.name && theirs.name !== base.name
  return {
    areas: conflicts,
    name: isNameInConflict ? { mine: mine.name, theirs: theirs.name } : null,
  }
}

/**
 * The page with both edits in it, and with what was chosen where both changed the same. Areas that
 * would lie upon each other move down: nothing is lost.
 */
export function joined(
  base: PageContent,
  theirs: PageContent,
  mine: PageContent,
  choices: Choices,
): PageContent {
  const areas = idsOf(theirs, mine).flatMap((id) => {
    const [their, my] = [areaOf(theirs, id), areaOf(mine, id)]
    const merged = mergedArea(areaOf(base, id), their, my)
    const chosen = choices.get(id) === 'theirs' ? their : my
    const area = merged.isConflict ? chosen : merged.area
    return area ? [area] : []
  })
  const name = mine.name === base.name ? theirs.name : mine.name
  const isTheirName = reconcile(base, theirs, mine).name && choices.get(nameChoice) === 'theirs'
  return normalizePage({ name: isTheirName ? theirs.name : name, areas })
}

const areaOf = ({ areas }: PageContent, id: string) => areas.find((area) => area.id === id)

const idsOf = (theirs: PageContent, mine: PageContent): readonly string[] => [
  ...new Set([...theirs.areas, ...mine.areas].map(({ id }) => id)),
]

interface MergedArea {
  readonly area: Area | undefined
  readonly isConflict: boolean
}

function mergedArea(
  base: Area | undefined,
  theirs: Area | undefined,
  mine: Area | undefined,
): MergedArea {
  if (isSame(theirs, mine) || isSame(base, theirs)) return { area: mine, isConflict: false }
  if (isSame(base, mine)) return { area: theirs, isConflict: false }
  if (!base || !theirs || !mine) return oneSided(base, theirs, mine)
  const name = chosen(base.name, theirs.name, mine.name)
  const inside = chosen(insideOf(base), insideOf(theirs), insideOf(mine))
  const x = chosen(base.x, theirs.x, mine.x)
  const y = mine.y === base.y ? theirs.y : mine.y
  const isConflict = [name, inside, x].some((part) => part.isConflict)
  return { area: { ...mine, ...inside.value, name: name.value, x: x.value, y }, isConflict }
}

/** Of an area that one of them does not have: who left it as it was has no part in it. */
function oneSided(
  base: Area | undefined,
  theirs: Area | undefined,
  mine: Area | undefined,
): MergedArea {
  const before = base && inAnyRow(base)
  if (base && theirs && isSame(before, inAnyRow(theirs))) return { area: mine, isConflict: false }
  if (base && mine && isSame(before, inAnyRow(mine))) return { area: theirs, isConflict: false }
  return { area: mine, isConflict: true }
}

/** Which row it is in follows from what is above it: no reason to ask anybody. */
const inAnyRow = (area: Area): Area => ({ ...area, y: 0 })

/** What it holds and the size that this needs belong together. */
const insideOf = ({ w, h, widgets }: Area) => ({ w, h, widgets })

function chosen<Value>(base: Value, theirs: Value, mine: Value) {
  const isTheirs = isSame(base, mine)
  const isConflict = !isTheirs && !isSame(base, theirs) && !isSame(theirs, mine)
  return { value: isTheirs ? theirs : mine, isConflict }
}
