import { create } from 'zustand'

/** The moment of the past that is on the screen, for what stands around it. */
interface ShownPast {
  readonly isShown: boolean
}

export const useShownPast = create<ShownPast>(() => ({ isShown: false }))

/** Until the returned function is called, the past is on the screen. */
export function showPast(): () => void {
  useShownPast.setState({ isShown: true })
  document.documentElement.dataset['past'] = ''
  return () => {
    useShownPast.setState({ isShown: false })
    delete document.documentElement.dataset['past']
  }
}
