import { CatchBoundary, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo, type ReactNode } from 'react'
import { misreadFields, type Search } from '#kit/web/address/address.ts'
import { useMisreadAddress } from '#kit/web/address/use-misread-address.ts'
import { detailFields } from '#kit/web/detail/detail-address.ts'
import { useDetail } from '#kit/web/detail/use-detail.ts'
import { HubProvider } from '#kit/web/live/index.ts'
import { usePastMoment } from '#kit/web/past/past-room.tsx'
import { useShownPast } from '#kit/web/past/shown-past.ts'
import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import { detailLinks } from '../../../features/history/web/detail/detail-links.ts'
import { useCanOpen } from '../routes/use-routes.ts'
import { ScreenError } from './pages/screen-states.tsx'

const Detail = lazyComponent(() => import('../../../features/history/web/detail/detail-dialog.tsx'))

/** The details of the sensor that the address names, over whatever page is open. */
export function SensorDetail() {
  const search: Search = useSearch({ strict: false })
  useMisreadAddress(useMemo(() => misreadFields(detailFields, search), [search]))
  const detail = useDetail()
  const [at] = usePastMoment()
  const links = useDetailLinks()
  if (detail === null) return null
  const { lesiId, key, day } = detail
  return (
    <CatchBoundary getResetKey={() => `${lesiId}/${key}`} errorComponent={ScreenError}>
      <Suspense fallback={null}>
        <AtMoment isPast={at !== null}>
          <Detail key={`${lesiId}/${key}`} {...{ lesiId, sensorKey: key, day, at, links }} />
        </AtMoment>
      </Suspense>
    </CatchBoundary>
  )
}

/** Values come from where the page has them: from a recording while it shows the past. */
function AtMoment({
  isPast,
  children,
}: {
  readonly isPast: boolean
  readonly children: ReactNode
}) {
  const hub = useShownPast(({ source }) => source?.hub ?? null)
  return isPast && hub ? <HubProvider hub={hub}>{children}</HubProvider> : children
}

/** Where the dialog may lead this person. */
function useDetailLinks() {
  const canOpen = useCanOpen()
  return useMemo(() => detailLinks(canOpen), [canOpen])
}
