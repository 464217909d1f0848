import { useState } from 'react'

/** The same array while a list has the same members in the same order. */
export function useSameList<Member>(list: readonly Member[]): readonly Member[] {
  const [held, hold] = useState(list)
  const isSame =
    held.length === list.length && held.every((member, index) => member === list[index])
  if (!isSame) hold(list)
  return isSame ? held : list
}
