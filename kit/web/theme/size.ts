import { create } from 'zustand'
import { readCookie, writeCookie } from '../browser/cookies.ts'

export const sizes = ['small', 'medium', 'large'] as const
export type Size = (typeof sizes)[number]

const sizeCookie = 'size'

function keptSize(): Size {
  const kept = readCookie(sizeCookie)
  return sizes.find((size) => size === kept) ?? 'medium'
}

/** How large what people press is, in this browser: `useSize((state) => state.size)`. */
export const useSize = create<{ readonly size: Size }>(() => ({ size: keptSize() }))

/** Makes what people press smaller or larger, from now on. */
export function setSize(size: Size): void {
  writeCookie(sizeCookie, size)
  useSize.setState({ size })
}
