import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { JobList } from '../list/job-list.tsx'
import '../exports.css'
import './report.css'

/** `/pdf/download`: the PDFs of reports that a person has asked for. */
export default function ReportsScreen() {
  const translate = useTranslations('exports')
  return (
    <AntdProvider>
      <section className="panel reports" aria-labelledby="reports">
        <header className="panel-head">
          <h2 id="reports">{translate('report.files')}</h2>
          <Link className="button small reports-new" to="/pdf">
            <Icon name="plus" />
            {translate('report.another')}
          </Link>
        </header>
        <JobList kind="report" noneText={translate('report.noFilesText')} />
        <p className="panel-foot">{translate('list.kept')}</p>
      </section>
    </AntdProvider>
  )
}
