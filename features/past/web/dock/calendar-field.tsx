import type { ComponentProps } from 'react'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { MomentField } from '#kit/web/antd/fields/antd-moment-field.tsx'

/** A field with a calendar, in the look of the page; its library comes with it. */
export default function CalendarField(props: ComponentProps<typeof MomentField>) {
  return (
    <AntdProvider>
      <MomentField {...props} />
    </AntdProvider>
  )
}
