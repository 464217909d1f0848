import { create } from 'zustand'

interface TourState {
  readonly isOn: boolean
}

/** Whether the tour of the application is going on. */
export const useTour = create<TourState>(() => ({ isOn: false }))

export const startTour = () => useTour.setState({ isOn: true })
export const endTour = () => useTour.setState({ isOn: false })
