import { create } from 'zustand'
import { readCookie, writeCookie } from '../browser/cookies.ts'

export const densities = ['small', 'medium', 'large'] as const
export type Density = (typeof densities)[number]

const densityCookie = 'size'

function storedDensity(): Density {
  const stored = readCookie(densityCookie)
  return densities.find((density) => density === stored) ?? 'medium'
}

/** How large what people press is, in this browser: `useDensity((state) => state.density)`. */
export const useDensity = create<{ readonly density: Density }>(() => ({
  density: storedDensity(),
}))

/** Makes what people press smaller or larger, from now on. */
export function setDensity(density: Density): void {
  writeCookie(densityCookie, density)
  useDensity.setState({ density })
}
