import type { Shift } from '#kit/model/time/shifts.ts'

/**
 * Which shifts have another name in a new list, by their former names: who begins when the former
 * one did, or the only other one, where one has gone and one has come. Names that are in both lists
 * are of the same shifts, whenever these begin.
 */
export function renamedShifts(
  former: readonly Shift[],
  next: readonly Shift[],
): ReadonlyMap<string, string> {
  const gone = former.filter(({ name }) => next.every((shift) => shift.name !== name))
  const come = next.filter(({ name }) => former.every((shift) => shift.name !== name))
  const beginsIn = (list: readonly Shift[], { start }: Shift) =>
    list.find((shift) => shift.start === start)
  const pairs = gone.flatMap((shift) => {
    const heir = beginsIn(come, shift)
    return heir ? [[shift.name, heir.name] as const] : []
  })
  const moved = gone.filter((shift) => !beginsIn(next, shift))
  const added = come.filter((shift) => !beginsIn(former, shift))
  const [from, ...others] = moved
  const [to, ...more] = added
  if (from && to && others.length + more.length === 0) pairs.push([from.name, to.name])
  return new Map(pairs)
}
