import { lazy, Suspense, useEffect, useState } from 'react'
import { passesGate } from '#kit/model/gate.ts'
import { scadaGate } from '#kit/model/permission.ts'
import { useSession } from '../../../features/session/web/session/use-session.ts'

/** Without its code there is no notice: the page around it goes on. */
const RepeatedRefusals = lazy(() =>
  import('#features/scada/web/tail/repeated-refusals.tsx').catch(() => ({ default: () => null })),
)

/** Until then the page has more important things to load. */
const beginAfterMs = 5_000

/** For engineers: which devices are refused again and again. */
export function RefusalsNotice() {
  const person = useSession()
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), beginAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isDrawn || !person || !passesGate(scadaGate, person)) return null
  return (
    <Suspense>
      <RepeatedRefusals />
    </Suspense>
  )
}
