import { createElement, type ComponentPropsWithoutRef, type ReactElement } from 'react'

type Tag = 'a' | 'b' | 'div' | 's' | 'span' | 'time'

/**
 * An element that React draws once and code writes afterwards, without React: `draw` it, or give it
 * `ref`. A write touches the document only when it differs from the one before; while there is no
 * element it does nothing.
 */
export class LiveElement<Kind extends HTMLElement | SVGElement = HTMLElement> {
  #element: Kind | null = null
  #textNode: Text | null = null
  readonly #written = new Map<string, string | null>()

  readonly ref = (element: Kind | null): void => {
    this.#element = element
    this.#textNode = null
    this.#written.clear()
  }

  get element(): Kind | null {
    return this.#element
  }

  /** Draws the element itself; to be drawn in one place only. */
  draw<Name extends Tag>(name: Name, props?: ComponentPropsWithoutRef<Name>): ReactElement {
    return createElement(name, { ...props, ref: this.ref })
  }

  /** Writes the text of an element that holds nothing else. */
  text(text: string): void {
    if (!this.#element || !this.#differs('', text)) return
    if (this.#textNode === null) {
      this.#textNode = document.createTextNode(text)
      this.#element.replaceChildren(this.#textNode)
    } else this.#textNode.data = text
  }

  /** Writes an attribute; `null` takes it away. */
  attribute(name: string, value: string | null): void {
    if (!this.#element || !this.#differs(name, value)) return
    if (value === null) this.#element.removeAttribute(name)
    else this.#element.setAttribute(name, value)
  }

  /** Writes a style property, or a custom property. */
  style(name: string, value: string): void {
    if (!this.#element || !this.#differs(name, value)) return
    this.#element.style.setProperty(name, value)
  }

  #differs(name: string, value: string | null): boolean {
    if (this.#written.get(name) === value) return false
    this.#written.set(name, value)
    return true
  }
}
