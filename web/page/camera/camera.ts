/** The panel that takes the six faces of the cube by camera or from files. The page loads it when its button is pressed. */
import '../style/camera.css';
import { FACES, colourName } from '../cube/puzzle';
import { askReader } from '../engine/client';
import type { Sorted } from '../engine/contract';
import { t } from '../language/language';
import { positions } from '../position';
import { element, messageOf } from '../ui/dom';
import { FRAME, type Rgb, measure } from './measure';
import { ofFile, pixels, square } from './picture';
import { STEPS, holding } from './steps';
import { closeStream, openStream } from './stream';

/** A face whose picture was taken. */
interface Taken {
  picture: HTMLCanvasElement;
  colours: Rgb[];
}

class Camera {
  readonly #video = element('video', { autoplay: true, playsinline: true, muted: true });
  readonly #step = element('p', { role: 'status', class: 'camera-step' });
  readonly #fault = element('p', { role: 'alert', class: 'error', id: 'camera-fault' });
  readonly #fileFault = element('p', { role: 'alert', class: 'error', id: 'camera-file-fault' });
  readonly #take = element('button', { type: 'button', class: 'main', autofocus: true, 'aria-keyshortcuts': 'Space' }, t('Take the picture'));
  readonly #again = element('button', { type: 'button' }, t('Try again'));
  readonly #apply = element('button', { type: 'button', class: 'main' }, t('Put on the net'));
  readonly #files = element('input', { type: 'file', accept: 'image/*', multiple: true, class: 'hidden', id: 'camera-files' });
  readonly #faces = STEPS.map((_, number) => this.#faceButton(number));
  readonly #dialog = this.#build();
  #taken: (Taken | undefined)[] = STEPS.map(() => undefined);
  /** The face that comes next: a number of a step. */
  #next = 0;
  #stream: MediaStream | undefined;
  /** What all six pictures show. */
  #sorted: Promise<Sorted> | undefined;

  constructor() {
    this.#take.addEventListener('click', () => this.#takeVideo());
    this.#again.addEventListener('click', () => void this.#start());
    this.#apply.addEventListener('click', () => void this.#finish());
    this.#files.addEventListener('change', () => void this.#takeFiles());
    this.#video.addEventListener('playing', () => this.#show());
    this.#dialog.addEventListener('keydown', (event) => this.#key(event));
    this.#dialog.addEventListener('close', () => this.#stop());
  }

  /** Opens the panel. Pictures stay when it is closed, until they are put on the net. */
  open(): void {
    this.#show();
    this.#dialog.showModal();
    void this.#start();
  }

  async #start(): Promise<void> {
    this.#fault.textContent = '';
    this.#again.hidden = true;
    try {
      const stream = await openStream();
      this.#stop();
      if (!this.#dialog.open) {
        // The panel was closed while the browser asked.
        closeStream(stream);
        return;
      }
      this.#stream = stream;
      this.#video.srcObject = stream;
      stream.getVideoTracks()[0]!.addEventListener('ended', () => {
        this.#stop();
        this.#fail(new Error(t('The camera has stopped. Try again, or choose pictures of the faces.')));
      });
      await this.#video.play();
    } catch (error) {
      // Closing the panel ends the start of a video, too.
      if (this.#dialog.open) {
        this.#fail(error);
      }
    }
    this.#show();
  }

  #stop(): void {
    if (this.#stream) {
      closeStream(this.#stream);
    }
    this.#stream = undefined;
    this.#video.srcObject = null;
    this.#show();
  }

  #fail(error: unknown): void {
    this.#fault.textContent = messageOf(error);
    // Without `mediaDevices` it would fail again.
    this.#again.hidden = !navigator.mediaDevices;
    this.#show();
  }

  /** The space bar takes a picture wherever it presses no other button. */
  #key(event: KeyboardEvent): void {
    // The replay and the history of the page have keys, too, which are not for here.
    event.stopPropagation();
    const isPress = (event.target as Element).closest('button, input');
    if (event.key === ' ' && !isPress) {
      event.preventDefault();
      this.#takeVideo();
    }
  }

  #takeVideo(): void {
    const { videoWidth, videoHeight } = this.#video;
    if (this.#isLive && !this.#isComplete) {
      this.#keep(square(this.#video, videoWidth, videoHeight));
    }
  }

  /** Takes faces from files: by their names in the order of the faces, from the next one on. */
  async #takeFiles(): Promise<void> {
    const files = [...(this.#files.files ?? [])].sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
    // The same files can be chosen again.
    this.#files.value = '';
    if (this.#isComplete) {
      this.#forget();
    }
    try {
      for (const file of files.slice(0, STEPS.length)) {
        this.#keep(await ofFile(file));
      }
    } catch (error) {
      this.#fileFault.textContent = messageOf(error);
    }
  }

  #keep(picture: HTMLCanvasElement): void {
    this.#fileFault.textContent = '';
    this.#taken[this.#next] = { picture, colours: measure(pixels(picture)) };
    const missing = STEPS.findIndex((_, number) => !this.#taken[(this.#next + number) % STEPS.length]);
    this.#next = (this.#next + Math.max(missing, 0)) % STEPS.length;
    this.#sorted = this.#isComplete ? this.#sort() : undefined;
    this.#show();
    if (this.#isComplete) {
      this.#apply.focus();
    }
  }

  get #isLive(): boolean {
    return this.#stream !== undefined && this.#video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
  }

  get #isComplete(): boolean {
    return this.#taken.every((taken) => taken);
  }

  /** Sorts the measured colours, in the order of facelet strings. */
  async #sort(): Promise<Sorted> {
    const colours = FACES.flatMap((face) => this.#taken[STEPS.findIndex((step) => step.face === face)]!.colours);
    try {
      return await askReader<Sorted>((engine) => engine.sortColours(colours.flat()));
    } catch (error) {
      return { error: messageOf(error) };
    }
  }

  async #finish(): Promise<void> {
    const asked = this.#sorted;
    const sorted = await asked;
    // The button may have been pressed twice.
    if (sorted && 'cube' in sorted && asked === this.#sorted) {
      this.#forget();
      this.#dialog.close();
      positions.show('cube', sorted.cube);
    }
  }

  #forget(): void {
    this.#taken = STEPS.map(() => undefined);
    this.#next = 0;
    this.#sorted = undefined;
  }

  #show(): void {
    this.#dialog.classList.toggle('live', this.#stream !== undefined);
    // A button that can never work is not there.
    this.#take.hidden = this.#isComplete || !navigator.mediaDevices;
    this.#take.disabled = !this.#isLive;
    this.#apply.hidden = !this.#isComplete;
    this.#step.textContent = this.#isComplete ? t('All six faces are taken. Put them on the net, or take one again.') : holding(this.#next);
    this.#faces.forEach((button, number) => {
      const taken = this.#taken[number];
      const colour = colourName(STEPS[number]!.face);
      const isNext = number === this.#next && !this.#isComplete;
      button.setAttribute('aria-current', isNext ? 'step' : 'false');
      button.setAttribute('aria-label', taken ? t('{colour}: take again', { colour }) : t('{colour}: not taken', { colour }));
      const picture = button.querySelector('.camera-picture')!;
      picture.replaceChildren(...(taken ? [taken.picture] : []), grid());
    });
    void this.#warn();
  }

  /** Says what is wrong with the pictures, as when a face was taken twice: then they make no net. */
  async #warn(): Promise<void> {
    const asked = this.#sorted;
    const sorted = await asked;
    // Another picture may have been taken.
    if (!sorted || 'cube' in sorted || asked !== this.#sorted) {
      return;
    }
    this.#apply.hidden = true;
    if ('error' in sorted) {
      this.#step.textContent = sorted.error;
      return;
    }
    const [one, other] = sorted.alike;
    this.#step.textContent = t('The centres of {one} and {other} look alike. Take one of these faces again.', { one: colourName(one), other: colourName(other) });
  }

  /** A picture of a face, which a press takes again. */
  #faceButton(number: number): HTMLButtonElement {
    const { face } = STEPS[number]!;
    const name = element('span', { class: 'camera-name', 'data-colour': face }, colourName(face));
    const button = element('button', { type: 'button', class: 'camera-face' }, element('span', { class: 'camera-picture' }), name);
    button.addEventListener('click', () => {
      this.#taken[number] = undefined;
      this.#sorted = undefined;
      this.#next = number;
      this.#show();
      this.#take.focus();
    });
    return button;
  }

  #build(): HTMLDialogElement {
    const close = element('button', { type: 'button' }, t('Close'));
    const view = element('div', { class: 'camera-view' }, this.#video, grid());
    const dialog = element(
      'dialog',
      { class: 'camera', 'aria-labelledby': 'camera-title' },
      element('div', { class: 'head' }, element('h2', { id: 'camera-title' }, t('Six faces by camera')), close),
      element('p', { class: 'quiet' }, t('Fill the grid with each face of the cube. The pictures stay on this device.')),
      this.#step,
      view,
      this.#fault,
      element('div', { class: 'buttons' }, this.#take, this.#apply, this.#again, element('label', { class: 'button', for: 'camera-files' }, t('Choose pictures')), this.#files),
      this.#fileFault,
      element('div', { class: 'camera-faces', role: 'group', 'aria-label': t('Faces') }, ...this.#faces),
      element('p', { class: 'quiet' }, t('Any order and hold will do: the cube is recognised. Files go to the faces by their names.')),
    );
    dialog.style.setProperty('--frame', String(FRAME));
    close.addEventListener('click', () => dialog.close());
    document.body.append(dialog);
    return dialog;
  }
}

/** The nine places of stickers. */
function grid(): HTMLElement {
  return element('span', { class: 'camera-grid', 'aria-hidden': 'true' }, ...Array.from({ length: 9 }, () => element('i')));
}

export const camera = new Camera();
