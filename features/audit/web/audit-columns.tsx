import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AuditEntry } from '../contract/routes.ts'
import { useAuditWords } from './audit-words.ts'

/** The audit, column by column. `onOpen` shows an entry whole. */
export function useAuditColumns(
  onOpen: (entry: AuditEntry) => void,
): readonly RecordColumn<AuditEntry>[] {
  const translate = useTranslations('audit')
  const words = useAuditWords()
  const format = useFormat()
  return [
    {
      key: 'action',
      title: translate('action'),
      card: 'head',
      render: (entry) => (
        <b key="action" className="audit-action">
          {words.action(entry.action)}
          {entry.count > 1 && <small className="number"> ×{format.number(entry.count, 0)}</small>}
        </b>
      ),
    },
    {
      key: 'subject',
      title: translate('subject'),
      render: ({ entity, entityName, entityId }) => (
        <span className="audit-subject">
          <span className="audit-long">{entityName || entityId}</span>{' '}
          <small>{words.entity(entity)}</small>
        </span>
      ),
    },
    {
      key: 'actor',
      title: translate('actor'),
      render: (entry) => <span className="audit-long audit-who">{words.actor(entry)}</span>,
    },
    {
      key: 'time',
      title: translate('time'),
      width: 160,
      render: ({ time }) => <span className="number">{format.dateTime(time)}</span>,
    },
    {
      key: 'address',
      title: translate('address'),
      render: ({ address }) => <span className="audit-long">{words.address(address)}</span>,
    },
    {
      key: 'details',
      title: translate('change'),
      align: 'right',
      width: 90,
      card: 'head',
      render: (entry) => (
        <Button
          key="details"
          type="link"
          size="small"
          aria-label={translate('detailsOf', {
            action: words.action(entry.action),
            subject: entry.entityName || entry.entityId || words.entity(entry.entity),
          })}
          onClick={() => onOpen(entry)}
        >
          {translate('details')}
        </Button>
      ),
    },
  ]
}
