import { createContext, useContext } from 'react'

/** Apart from the hub, so that what is loaded before the sign-in does not carry it. */
export const RecordedContext = createContext(false)

/** Whether this part of the page draws a moment of the past. */
export const useIsRecorded = (): boolean => useContext(RecordedContext)
