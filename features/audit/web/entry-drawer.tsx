import { Drawer } from 'antd'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AuditEntry } from '../contract/routes.ts'
import { useAuditWords } from './audit-words.ts'
import { differences } from './differences.ts'
import { Changes } from './entry-changes.tsx'

/** One entry whole: who, when, from where, and what was before and after. */
export function EntryDrawer({
  entry,
  onClose,
}: {
  readonly entry: AuditEntry | null
  readonly onClose: () => void
}) {
  const words = useAuditWords()
  return (
    <Drawer
      open={entry !== null}
      onClose={onClose}
      title={entry && words.action(entry.action)}
      size={520}
      destroyOnHidden
    >
      {entry && <Entry entry={entry} />}
    </Drawer>
  )
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const translate = useTranslations('audit')
  const words = useAuditWords()
  const format = useFormat()
  const {
    actor,
    entity,
    entityId,
    entityName,
    address,
    requestId,
    time,
    count,
    firstTime,
    before,
    after,
  } = entry
  const changed = differences(before, after)
  return (
    <>
      <dl className="audit-details">
        <dt>{translate('subject')}</dt>
        <dd>
          {entityName || entityId} <small>{words.entity(entity)}</small>
        </dd>
        <dt>{translate('actor')}</dt>
        <dd>
          {words.actor(entry)} {actor && <small>{actor.email}</small>}
        </dd>
        <dt>{translate('time')}</dt>
        <dd>
          <span className="number">{format.dateTime(time)}</span>{' '}
          <small>{format.offset(time)}</small>
        </dd>
        {firstTime !== null && (
          <>
            <dt>{translate('count')}</dt>
            <dd className="number">{format.number(count, 0)}</dd>
            <dt>{translate('firstTime')}</dt>
            <dd className="number">{format.dateTime(firstTime)}</dd>
          </>
        )}
        <dt>{translate('address')}</dt>
        <dd>{words.address(address)}</dd>
        <dt>{translate('request')}</dt>
        <dd className="audit-code">{requestId}</dd>
      </dl>
      {changed.length === 0 ? (
        <p className="audit-empty">{translate('nothingChanged')}</p>
      ) : (
        <Changes changed={changed} />
      )}
    </>
  )
}
