import { Button, Dropdown, type MenuProps } from 'antd'
import { Icon } from '#kit/ui/icon.tsx'

interface RowMenuProps {
  /** What it is the menu of, in words. */
  readonly label: string
  readonly actions: NonNullable<MenuProps['items']>
  readonly isBusy: boolean
  readonly onChoose: (key: string) => void
}

/** What can be done with a row of a list, behind a button at its end. */
export function RowMenu({ label, actions, isBusy, onChoose }: RowMenuProps) {
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: actions,
        onClick: ({ key, domEvent }) => {
          // The same press of Enter would answer the question that opens.
          domEvent.preventDefault()
          onChoose(key)
        },
        'aria-label': label,
      }}
    >
      <Button
        type="text"
        size="small"
        icon={<Icon name="more" />}
        aria-label={label}
        loading={isBusy}
      />
    </Dropdown>
  )
}

interface ActionLabelProps {
  readonly text: string
  /** Why it cannot be chosen. */
  readonly reason: string | null
}

export function ActionLabel({ text, reason }: ActionLabelProps) {
  return (
    <span className="administration-choice">
      {text}
      {reason !== null && <small>{reason}</small>}
    </span>
  )
}
