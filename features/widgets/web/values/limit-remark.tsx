import { Icon } from '#kit/ui/icon.tsx'
import { LiveElement } from '#kit/ui/live-element.ts'
import { writeFitting } from '#kit/ui/values/fitting.ts'

/** A line that says which limit a value is beyond; without words it takes no room. */
export function createLimitRemark() {
  const remark = new LiveElement()
  const words = new LiveElement()
  return {
    draw: () => (
      <div className="widget-remark" ref={remark.ref}>
        <Icon name="warning" size={12} />
        <span className="fitting" ref={words.ref} />
      </div>
    ),
    write(text: string): void {
      remark.attribute('data-beyond', text === '' ? null : '')
      writeFitting(words, text)
    },
  }
}
