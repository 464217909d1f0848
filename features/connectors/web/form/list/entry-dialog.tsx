import { Form, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { DeviceField } from '../device-field.tsx'
import { Labelled } from '../labelled.tsx'

interface EntryDialogProps {
  readonly isNew: boolean
  readonly isComplete: boolean
  /** What each kind calls these in its own words. */
  readonly words: (name: 'addTitle' | 'editTitle' | 'add' | 'take' | 'cancel') => string
  readonly onTake: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** One entry of a list, new or edited, until it is taken into the form. */
export function EntryDialog(props: EntryDialogProps) {
  const { isNew, isComplete, words, onTake, onClose, children } = props
  return (
    <Modal
      open
      title={words(isNew ? 'addTitle' : 'editTitle')}
      okText={words(isNew ? 'add' : 'take')}
      cancelText={words('cancel')}
      okButtonProps={{ disabled: !isComplete }}
      onOk={onTake}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
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
