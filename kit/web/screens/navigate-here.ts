import { useNavigate, type UseNavigateResult } from '@tanstack/react-router'
import { createContext, use, useCallback } from 'react'

/**
 * Whether the address is that of the screen around; the frame around the screens states it. A
 * screen stays on the page while the code of the next one is on its way: the address is that one's
 * already.
 */
export const IsAddressedContext = createContext<() => boolean>(() => true)

/**
 * As `useNavigate`, for what a screen changes of its own address: nothing happens once the person
 * is on the way to another screen, whose address it would replace.
 */
export function useNavigateHere(): UseNavigateResult<string> {
  const navigate = useNavigate()
  const isAddressed = use(IsAddressedContext)
  return useCallback<UseNavigateResult<string>>(
    (options) => (isAddressed() ? navigate(options) : Promise.resolve()),
    [navigate, isAddressed],
  )
}
