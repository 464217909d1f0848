import { createContext, useContext } from 'react'
import { hub } from './browser-hub.ts'
import type { LiveHub } from './live-hub.ts'

const HubContext = createContext<LiveHub>(hub)

/** What is inside draws from this hub: the recording of a moment instead of the socket. */
export const HubProvider = HubContext.Provider

/**
 * Where values, states and every "now" of this part of the page come from: the socket, or the
 * recording of a past moment. What draws values must not ask another hub.
 */
export function useHub(): LiveHub {
  return useContext(HubContext)
}
