import { Drawer } from 'antd'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AuditEntry } from '../contract/routes.ts'
import { useAuditWords } from './audit-words.ts'
import { differences, listChange, type Difference } from './differences.ts'

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
      <dl className="audit-facts">
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
        <p className="audit-nothing">{translate('nothingChanged')}</p>
      ) : (
        <Changes changed={changed} />
      )}
    </>
  )
}

function Changes({ changed }: { readonly changed: readonly Difference[] }) {
  const translate = useTranslations('audit')
  const words = useAuditWords()
  return (
    <table className="audit-changes">
      <thead>
        <tr>
          <th scope="col">{translate('field')}</th>
          <th scope="col">{translate('before')}</th>
          <th scope="col">{translate('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changed.map((difference) => (
          <tr key={difference.field}>
            <th scope="row">{words.field(difference.field)}</th>
            <ChangedCells {...difference} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Lists name only what left and what came, so that one word among many is seen. */
function ChangedCells({ before, after }: Difference) {
  const list = listChange(before, after)
  if (list === null || (before ?? after ?? null) === null) {
    return (
      <>
        <td>
          <Value value={before} />
        </td>
        <td>
          <Value value={after} />
        </td>
      </>
    )
  }
  return (
    <>
      <td>
        {list.gone.length > 0 ? (
          list.gone.map((word) => <del key={word}>{word}</del>)
        ) : (
          <Value value={undefined} />
        )}
      </td>
      <td>
        {list.come.length > 0 ? (
          list.come.map((word) => <ins key={word}>{word}</ins>)
        ) : (
          <Value value={undefined} />
        )}
      </td>
    </>
  )
}

function Value({ value }: { readonly value: unknown }) {
  const translate = useTranslations('audit')
  if (value === undefined || value === null || value === '')
    return <span className="audit-nothing">–</span>
  if (typeof value === 'boolean') return translate(value ? 'yes' : 'no')
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return <code className="audit-code">{JSON.stringify(value, null, 1)}</code>
}
