import { App, Button } from 'antd'
import { useTranslations } from 'use-intl'
import type { BoundPerson } from '#features/devices/contract/bindings.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import { useEndBinding } from './use-binding-changes.ts'

interface BoundRowProps {
  readonly lesiId: string
  readonly person: BoundPerson
  readonly onEdit: () => void
}

export function BoundRow({ lesiId, person, onEdit }: BoundRowProps) {
  const translate = useTranslations('devices.people')
  const { modal } = App.useApp()
  const { mutateAsync, isPending } = useEndBinding(lesiId)
  const name = isolated(person.name)
  const ask = () =>
    void modal.confirm({
      title: translate('endTitle', { name }),
      content: translate('endText'),
      okText: translate('end'),
      icon: null,
      autoFocusButton: 'cancel',
      // A failure is shown in a toast.
      onOk: () =>
        mutateAsync(person.userId).then(
          () => toast('success', translate('ended', { name })),
          () => undefined,
        ),
    })
  return (
    <li className="bound-person">
      <div>
        <b>{person.name}</b>
        <p>{person.email}</p>
        <p>
          <span className="tag">{person.relation}</span> <BoundDays person={person} />
        </p>
      </div>
      {person.isTheirsToChange && (
        <>
          <Button
            type="text"
            size="small"
            icon={<Icon name="edit" size={14} />}
            aria-label={translate('editOf', { name: person.name })}
            onClick={onEdit}
          />
          <Button
            type="text"
            size="small"
            icon={<Icon name="trash" size={14} />}
            aria-label={translate('endOf', { name: person.name })}
            loading={isPending}
            onClick={ask}
          />
        </>
      )}
    </li>
  )
}

/** The days of a contract in a sentence; nothing where there is no limit. */
function BoundDays({ person: { contractStart, contractEnd, state } }: { person: BoundPerson }) {
  const translate = useTranslations('devices.people')
  const days =
    contractStart !== null && contractEnd !== null
      ? translate('fromTo', { start: contractStart, end: contractEnd })
      : contractStart !== null
        ? translate('from', { start: contractStart })
        : contractEnd === null
          ? ''
          : translate('to', { end: contractEnd })
  return (
    <span className="number">
      {days} {state !== 'open' && <b>{translate('closed')}</b>}
    </span>
  )
}
