import { Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'

const hour = 3_600
const choices = { none: 0, hour, day: 24 * hour, week: 7 * 24 * hour } as const
type Choice = keyof typeof choices

interface RotateDialogProps {
  readonly name: string
  readonly isPending: boolean
  readonly onRotate: (overlapSeconds: number) => void
  readonly onClose: () => void
}

/** Asks for how long the present token holds beside the new one: by default it ends at once. */
export function RotateDialog({ name, isPending, onRotate, onClose }: RotateDialogProps) {
  const translate = useTranslations('devices.token')
  const [choice, setChoice] = useState<Choice>('none')
  const id = useId()
  return (
    <Modal
      open
      title={translate('rotateTitle', { name: isolated(name) })}
      okText={translate('rotate')}
      cancelText={translate('cancel')}
      cancelButtonProps={{ autoFocus: true }}
      okButtonProps={{ loading: isPending }}
      onOk={() => onRotate(choices[choice])}
      onCancel={onClose}
    >
      <p className="device-note">{translate(choice === 'none' ? 'rotateText' : 'overlapText')}</p>
      <div className="typed-name">
        <label htmlFor={id}>{translate('overlap')}</label>
        <Select<Choice>
          id={id}
          value={choice}
          onChange={setChoice}
          options={(['none', 'hour', 'day', 'week'] as const).map((value) => ({
            value,
            label: translate(`overlaps.${value}`),
          }))}
        />
      </div>
    </Modal>
  )
}
