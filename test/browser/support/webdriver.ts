/** A session of a browser that is driven by W3C WebDriver (https://www.w3.org/TR/webdriver2/), with the few commands that tests need. */
export class WebDriverSession {
  private constructor(private readonly address: string) {}

  static async start(driver: string, capabilities: object): Promise<WebDriverSession> {
    const { sessionId } = await command<{ sessionId: string }>(`${driver}/session`, { capabilities });
    return new WebDriverSession(`${driver}/session/${sessionId}`);
  }

  /** Sends a command: with a body, also an empty one, by POST. */
  ask<Value>(path: string, body?: object): Promise<Value> {
    return command<Value>(`${this.address}${path}`, body);
  }

  /** The value of an expression in the page, once it is there when it is a promise. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const script = `const done = arguments[0];
      (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = await this.ask<{ value: Value; error?: string }>('/execute/async', { script, args: [] });
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }

  /** The path of the commands to an element. */
  async element(selector: string): Promise<string> {
    const found = await this.ask<Record<string, string>>('/element', { using: 'css selector', value: selector });
    return `/element/${found[ELEMENT]}`;
  }

  async end(): Promise<void> {
    await fetch(this.address, { method: 'DELETE' });
  }
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

async function command<Value>(address: string, body?: object): Promise<Value> {
  const response = await fetch(address, body ? { method: 'POST', body: JSON.stringify(body) } : {});
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
