import { create } from 'zustand'

const storageKey = 'warroom-chart-limits'

function stored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'hidden'
  } catch {
    return true
  }
}

const useStored = create<{ readonly areShown: boolean }>(() => ({ areShown: stored() }))

/** Whether charts have the limits of rules, in this browser; they do until somebody hides them. */
export const useShownLimits = (): boolean => useStored(({ areShown }) => areShown)

export function showLimits(areShown: boolean): void {
  useStored.setState({ areShown })
  try {
    localStorage.setItem(storageKey, areShown ? 'shown' : 'hidden')
  } catch {
    // A browser that stores nothing loses the choice with the page.
  }
}
