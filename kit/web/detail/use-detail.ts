import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Search } from '../address/address.ts'
import { detailOf, withoutDetail } from './detail-address.ts'

/** The sensor whose details the address shows, with its day; null: none. */
export function useDetail() {
  const search: Search = useSearch({ strict: false })
  return useMemo(() => detailOf(search), [search])
}

/** Ways to another day (null: today), and out of the dialog. */
export function useDetailSteps() {
  const navigate = useNavigate()
  const router = useRouter()
  const showDay = useCallback(
    (day: string | null) =>
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, detailDay: day ?? undefined }),
        state: true,
        replace: true,
      }),
    [navigate],
  )
  const close = useCallback(() => {
    const { location } = router.history
    if (detailOf(router.state.location.search) === null) return
    // Whoever came by the address of the dialog has no page before it to go back to.
    if (location.state.isDetailStep) router.history.back()
    else void navigate({ to: '.', search: withoutDetail, replace: true })
  }, [navigate, router])
  return { showDay, close }
}
