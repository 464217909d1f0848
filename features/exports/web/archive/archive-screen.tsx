import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { siteInfo } from '#features/accounts/contract/sign-in.ts'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { fetchedOnce, queryOf } from '#kit/web/calls/query-of.ts'
import { JobList } from '../list/job-list.tsx'
import { ArchiveForm } from './archive-form.tsx'
import '../exports.css'
import './archive.css'

/** `/zip/download`: several files of exports, and of sensors, in one. */
export default function ArchiveScreen() {
  return (
    <AntdProvider>
      <Archives />
    </AntdProvider>
  )
}

function Archives() {
  const translate = useTranslations('exports')
  const siteZone = useQuery({ ...queryOf(siteInfo, {}), ...fetchedOnce }).data?.data.timezone
  return (
    <div className="exports">
      <section className="panel export-ask" aria-labelledby="archive-ask">
        <header className="panel-head">
          <h2 id="archive-ask">{translate('archive.heading')}</h2>
        </header>
        {siteZone === undefined ? (
          <LoadingPlace height="320px" />
        ) : (
          <ArchiveForm siteZone={siteZone} />
        )}
      </section>
      <section className="panel export-list" aria-labelledby="archive-list">
        <header className="panel-head">
          <h2 id="archive-list">{translate('archive.files')}</h2>
        </header>
        <JobList kind="archive" noneText={translate('archive.none')} />
        <p className="panel-foot">{translate('list.kept')}</p>
      </section>
    </div>
  )
}
