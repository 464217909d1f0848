import { useState } from 'react'

/** The list of the drawing before as long as it holds the same: what is computed of it stays. */
export function useSameList<Item>(list: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(list)
  const isSame = kept.length === list.length && kept.every((item, index) => item === list[index])
  if (!isSame) setKept(list)
  return isSame ? kept : list
}
