import { createContext, createElement, useContext, type ReactNode } from 'react'
import { hub } from './browser-hub.ts'
import { RecordedContext } from './is-recorded.ts'
import { ShownMomentContext } from './values/shown-moment.ts'
import type { LiveHub } from './live-hub.ts'

const HubContext = createContext<LiveHub>(hub)

interface HubProviderProps {
  readonly hub: LiveHub
  /** At which the hub's recording stands, ms UTC; undefined while it moves. */
  readonly shownMoment?: number | undefined
  readonly children: ReactNode
}

/** What is inside draws from this hub: the recording of a moment instead of the socket. */
export function HubProvider({ hub: own, shownMoment, children }: HubProviderProps): ReactNode {
  const inside = createElement(HubContext, { value: own }, children)
  const moment = createElement(ShownMomentContext, { value: shownMoment }, inside)
  return createElement(RecordedContext, { value: own.isRecorded }, moment)
}

/**
 * Where values, states and every "now" of this part of the page come from: the socket, or the
 * recording of a past moment. What draws values must not ask another hub.
 */
export function useHub(): LiveHub {
  return useContext(HubContext)
}
