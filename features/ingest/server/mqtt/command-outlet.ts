type Publish = (topic: string, payload: Buffer) => void

/** The way to devices at whichever broker serves them; what comes before there is one is lost. */
export class CommandOutlet {
  #publish: Publish = () => undefined

  /** Commands leave by `publish` from now on. */
  connect(publish: Publish): void {
    this.#publish = publish
  }

  publish(topic: string, payload: Buffer): void {
    this.#publish(topic, payload)
  }
}
