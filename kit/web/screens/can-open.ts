import { createContext } from 'react'

/**
 * Whether the person who is signed in may open the screen at a path; the frame around the screens
 * says it.
 */
export const CanOpenContext = createContext<(path: string) => boolean>(() => false)
