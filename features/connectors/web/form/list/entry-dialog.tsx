import { Form, Input, Modal } from 'antd'
import { useId, type ReactNode } from 'react'
import { useDialogEntries } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { DeviceField } from '../device-field.tsx'
import { Labelled } from '../labelled.tsx'

interface EntryDialogProps {
  readonly isNew: boolean
  /** It holds what would be lost. */
  readonly isChanged: boolean
  readonly isComplete: boolean
  /** What each kind calls these in its own words. */
  readonly words: (name: 'addTitle' | 'editTitle' | 'add' | 'take' | 'cancel') => string
  readonly onTake: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** One entry of a list, new or edited, until it is taken into the form. */
export function EntryDialog(props: EntryDialogProps) {
  const { isNew, isChanged, isComplete, words, onTake, onClose, children } = props
  const { close } = useDialogEntries({ form: 'connector-entry', isDirty: isChanged, onClose })
  const formId = useId()
  return (
    <Modal
      open
      title={words(isNew ? 'addTitle' : 'editTitle')}
      okText={words(isNew ? 'add' : 'take')}
      cancelText={words('cancel')}
      okButtonProps={{ disabled: !isComplete, htmlType: 'submit', form: formId }}
      onCancel={close}
    >
      <Form id={formId} layout="vertical" autoComplete="off" onFinish={onTake}>
        {children}
      </Form>
    </Modal>
  )
}

interface SensorFieldsProps {
  readonly entry: { readonly lesiId: string; readonly key: string }
  readonly words: (name: 'device' | 'deviceNote' | 'key') => string
  readonly keyNote?: string
  readonly change: (part: { readonly lesiId: string } | { readonly key: string }) => void
}

/** Whose sensor an entry is. */
export function SensorFields({ entry, words, keyNote, change }: SensorFieldsProps) {
  return (
    <div className="connector-pair">
      <Labelled label={words('device')} extra={words('deviceNote')}>
        {(id) => (
          <DeviceField id={id} value={entry.lesiId} onChange={(lesiId) => change({ lesiId })} />
        )}
      </Labelled>
      <Labelled label={words('key')} {...(keyNote !== undefined && { extra: keyNote })}>
        {(id) => (
          <Input
            id={id}
            value={entry.key}
            maxLength={128}
            onChange={({ target }) => change({ key: target.value })}
          />
        )}
      </Labelled>
    </div>
  )
}
