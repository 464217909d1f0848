import { create } from 'zustand'
import type { LiveHub } from '../live/live-hub.ts'

/** The moment of the past that is on the screen, for what is around it. */
interface ShownPast {
  readonly isShown: boolean
  /** Where its values come from; null: the past is not on the screen. */
  readonly hub: LiveHub | null
}

export const useShownPast = create<ShownPast>(() => ({ isShown: false, hub: null }))

/** Until the returned function is called, the past is on the screen. */
export function showPast(hub: LiveHub): () => void {
  useShownPast.setState({ isShown: true, hub })
  document.documentElement.dataset['past'] = ''
  return () => {
    useShownPast.setState({ isShown: false, hub: null })
    delete document.documentElement.dataset['past']
  }
}
