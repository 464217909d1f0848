import { createContext, useContext } from 'react'

/** A file of its own, so that pages before the sign-in do not load the hub. */
export const RecordedContext = createContext(false)

/** Whether this part of the page draws a moment of the past. */
export const useIsRecorded = (): boolean => useContext(RecordedContext)
