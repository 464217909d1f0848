import { useState } from 'react'

/** The same array while a list has the same members in the same order. */
export function useSameList<Member>(list: readonly Member[]): readonly Member[] {
  const [previous, setPrevious] = useState(list)
  const isSame =
    previous.length === list.length && previous.every((member, index) => member === list[index])
  if (!isSame) setPrevious(list)
  return isSame ? previous : list
}
