import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import type { ProceduresProps } from '#kit/web/procedures.ts'
import { listProcedures } from '../contract/routes.ts'
import './procedures.css'

/** The procedures of sensors and alarm rules, as links; nothing where there are none. */
export default function ProcedureLinks({ sensorIds, ruleIds }: ProceduresProps) {
  const translate = useTranslations('articles.procedures')
  const { data = [] } = useQuery({
    ...queryOf(listProcedures, { body: { sensors: [...sensorIds], rules: [...ruleIds] } }),
    select: replyData,
    meta: { quiet: true },
  })
  if (data.length === 0) return null
  return (
    <nav className="procedures" aria-label={translate('title')}>
      <h3>{translate('title')}</h3>
      <ul>
        {data.map(({ id, title }) => (
          <li key={id}>
            <Link to="/articles/$id" params={{ id: String(id) }} className="chip" dir="auto">
              <Icon name="document" size={12} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
