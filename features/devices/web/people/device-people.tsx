import './people.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoundPerson } from '#features/devices/contract/bindings.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { BindPersonDialog } from './bind-person-dialog.tsx'
import { bindingsQuery } from './query-bindings.ts'
import { BoundRow } from './bound-row.tsx'

/** Who is bound to a device, for those who configure it. */
export function DevicePeople({ lesiId }: { readonly lesiId: string }) {
  const translate = useTranslations('devices.people')
  const bindings = useQuery(bindingsQuery(lesiId))
  const [edited, setEdited] = useState<BoundPerson | 'new' | null>(null)
  return (
    <section>
      <h3 className="device-people-head">
        {translate('title')}
        <Button
          size="small"
          icon={<Icon name="plus" size={14} />}
          disabled={!bindings.data}
          onClick={() => setEdited('new')}
        >
          {translate('add')}
        </Button>
      </h3>
      {bindings.isError && bindings.data === undefined && (
        <FailureNotice error={bindings.error} onRetry={() => void bindings.refetch()} />
      )}
      {bindings.data?.data.length === 0 && <p className="device-none">{translate('nobody')}</p>}
      <ul>
        {bindings.data?.data.map((person) => (
          <BoundRow
            key={person.userId}
            lesiId={lesiId}
            person={person}
            onEdit={() => setEdited(person)}
          />
        ))}
      </ul>
      {edited !== null && bindings.data && (
        <BindPersonDialog
          lesiId={lesiId}
          person={edited === 'new' ? null : edited}
          relations={bindings.data.meta.relations}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}
