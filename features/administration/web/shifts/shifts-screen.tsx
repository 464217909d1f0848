import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listShifts } from '#features/shifts/contract/routes.ts'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { ShiftsForm } from './shifts-form.tsx'
import '../administration.css'
import './shifts.css'

/** `/administrator/shifts` */
export default function ShiftsScreen() {
  return (
    <AntdProvider>
      <SiteShifts />
    </AntdProvider>
  )
}

function SiteShifts() {
  const translate = useTranslations('administration.shifts')
  const stored = useQuery({ ...queryOf(listShifts, {}), meta: { quiet: true } })
  const site = stored.data?.data
  return (
    <div className="administration">
      <section className="panel" aria-labelledby="shifts-title">
        <header className="panel-head administration-head">
          <h2 id="shifts-title">{translate('title')}</h2>
        </header>
        <div className="shifts">
          {site && <p>{translate('intro', { zone: site.timezone })}</p>}
          {site && <ShiftsForm {...site} />}
          {!site && stored.isError && (
            <FailureNotice error={stored.error} onRetry={() => void stored.refetch()} />
          )}
          {!site && !stored.isError && <LoadingPlace height="180px" />}
        </div>
      </section>
    </div>
  )
}
