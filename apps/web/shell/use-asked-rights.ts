import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followRights } from '../session-guard.ts'

/** Whether the frame was drawn before, since the page was loaded. */
let wasDrawn = false

/**
 * Asks what the person may do now when the frame is drawn again, as nothing follows the rights
 * while a page without it is shown; and, of people without a live socket, whenever they come back
 * to the window.
 */
export function useAskedRights(hasLive: boolean): void {
  const router = useRouter()
  const client = useQueryClient()
  useEffect(() => {
    if (wasDrawn) void followRights(router, client)
    wasDrawn = true
  }, [router, client])
  useEffect(() => {
    if (hasLive) return undefined
    const ask = () => void followRights(router, client)
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [hasLive, router, client])
}
