/** The ids with one of them moved to a place; places beyond the ends are the ends. */
export function movedTo(ids: readonly string[], id: string, place: number): readonly string[] {
  if (!ids.includes(id)) return ids
  const others = ids.filter((each) => each !== id)
  return others.toSpliced(Math.max(0, Math.min(place, others.length)), 0, id)
}
