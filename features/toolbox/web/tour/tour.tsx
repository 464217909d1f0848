import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect } from 'react'
import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import { mayStartAt } from './may-start.ts'
import { endTour, startTour, useTour } from './tour-state.ts'

const TourCard = lazyComponent(() => import('./tour-card.tsx'))

interface TourProps {
  /** Whether this person has neither seen nor skipped it so far. */
  readonly isPending: boolean
  /** It was seen to its end, or skipped. */
  readonly onSeen: () => void
}

/**
 * The tour of the application while it goes on. It begins by itself once for each person, when they
 * come in by the front door; its code is fetched then.
 */
export function Tour({ isPending, onSeen }: TourProps) {
  const isOn = useTour((state) => state.isOn)
  useEffect(() => {
    if (isPending && mayStartAt(window.location)) startTour()
    return endTour
    // Only on the way in: later nobody is interrupted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const end = useCallback(() => {
    endTour()
    onSeen()
  }, [onSeen])
  if (!isOn) return null
  return (
    <CatchBoundary getResetKey={() => 'tour'} errorComponent={() => null}>
      <Suspense fallback={null}>
        <TourCard onEnd={end} />
      </Suspense>
    </CatchBoundary>
  )
}
