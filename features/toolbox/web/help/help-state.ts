import { create } from 'zustand'

interface HelpState {
  readonly isOpen: boolean
}

/** Whether the page of the guide about the present screen is open beside it. */
export const useHelp = create<HelpState>(() => ({ isOpen: false }))

export const turnHelp = () => useHelp.setState(({ isOpen }) => ({ isOpen: !isOpen }))
export const closeHelp = () => useHelp.setState({ isOpen: false })
