<?php
/**
 * Saving the settings.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Takes what the settings page of a site or of a network sends. What is wrong is told and changes nothing, so that a mistake never takes a setting
 * away that works: neither a value that cannot be, nor a source that lacks what it needs.
 */
final class Geolet_Settings_Saver {
	/** What a source needs, of which none may be emptied while it is in use. */
	private const NEEDED = array( 'upstream', 'allowHttp', 'key', 'endpoint', 'host', 'trust' );

	/** For how many seconds a refused choice of the source waits for the page to show it again. */
	private const REMEMBERED = 60;

	/**
	 * Gets each refused setting and a sentence.
	 *
	 * @var callable(string, string): void
	 */
	private $tell;

	/**
	 * The settings that were refused.
	 *
	 * @var string[]
	 */
	private $refused = array();

	/**
	 * Whether the settings are those of a network. What is empty there, each of its sites says itself.
	 *
	 * @var bool
	 */
	private $is_network;

	/**
	 * Makes a saver.
	 *
	 * @param callable $tell       Gets the name of each refused setting and a sentence.
	 * @param bool     $is_network Whether the settings are those of a network.
	 */
	public function __construct( callable $tell, bool $is_network = false ) {
		$this->tell       = $tell;
		$this->is_network = $is_network;
	}

	/**
	 * Checks what was sent, and saves the key.
	 *
	 * @param array<string, mixed> $sent As it came.
	 * @return array<string, mixed> What is to be saved in the option.
	 */
	public function save( array $sent ): array {
		$before = $this->is_network ? Geolet_Settings::of_network() : Geolet_Settings::own();
		if ( isset( $sent['fields'] ) && is_array( $sent['fields'] ) ) {
			$sent += self::exposure( $sent['fields'] );
		}
		if ( isset( $sent['acceptRates'] ) && ! $this->is_network ) {
			Geolet_Rates::accept();
		}
		$key_before = $this->key_before();
		$key        = $this->key( $sent, $key_before );
		$settings   = $this->complete( $this->parsed( $sent, $before ), $before, $key );
		if ( $key !== $key_before ) {
			$this->save_key( $key );
		}
		return $settings;
	}

	/**
	 * The source that this user has chosen in vain a moment ago, for the page to show it once more.
	 */
	public static function refused_source(): ?string {
		$name   = self::refused_name();
		$source = get_transient( $name );
		if ( ! is_string( $source ) ) {
			return null;
		}
		delete_transient( $name );
		return $source;
	}

	/**
	 * What was saved, with each setting that was sent and is right.
	 *
	 * @param array<string, mixed> $sent   As it came.
	 * @param array<string, mixed> $before As it was saved.
	 * @return array<string, mixed>
	 */
	private function parsed( array $sent, array $before ): array {
		$settings = $before;
		$values   = array_intersect_key( $sent + $before, Geolet_Settings::defaults() );
		// What it allows must be known when the address is checked.
		foreach ( array_intersect_key( $values, array( 'allowHttp' => 0 ) ) + $values as $name => $value ) {
			if ( $this->is_network && '' === $value ) {
				unset( $settings[ $name ] );
				continue;
			}
			try {
				$settings[ $name ] = $this->checked( $name, $value, $settings );
			} catch ( InvalidArgumentException $problem ) {
				$this->refuse( $name, $problem->getMessage() );
				$settings = $this->without_unusable( $name, $settings );
			}
		}
		return $settings;
	}

	/**
	 * A setting that was sent, if it is right.
	 *
	 * @param string               $name     Of the setting.
	 * @param mixed                $value    As it came.
	 * @param array<string, mixed> $settings The others.
	 * @return mixed
	 * @throws InvalidArgumentException When it is not.
	 */
	private function checked( string $name, $value, array $settings ) {
		$parsed = Geolet_Settings::parse( $name, $value );
		return 'upstream' === $name ? Geolet_Settings::parse_upstream( $parsed, $this->in_use( $settings ) ) : $parsed;
	}

	/**
	 * The settings without one that was saved by something else than the page and cannot be: there is nothing good to keep,
	 * and the page would send it and have it refused with each save.
	 *
	 * @param string               $name     Of the setting.
	 * @param array<string, mixed> $settings All of them.
	 * @return array<string, mixed>
	 */
	private function without_unusable( string $name, array $settings ): array {
		try {
			if ( isset( $settings[ $name ] ) ) {
				$this->checked( $name, $settings[ $name ], $settings );
			}
		} catch ( InvalidArgumentException $problem ) {
			unset( $settings[ $name ] );
		}
		return $settings;
	}

	/**
	 * Takes back what would leave visitors without an answer.
	 *
	 * @param array<string, mixed> $settings To be saved.
	 * @param array<string, mixed> $before   As they were saved.
	 * @param string               $key      To be saved. Becomes the one before if it is needed.
	 * @return array<string, mixed>
	 */
	private function complete( array $settings, array $before, string &$key ): array {
		$problem = $this->problem( $settings, $key );
		if ( null === $problem ) {
			return $settings;
		}
		// Without this, one mistake would be told twice.
		if ( array() === array_intersect( $this->refused, self::NEEDED ) ) {
			$this->refuse( 'source', $problem );
		}
		$source        = $this->in_use( $settings )['source'];
		$source_before = $this->in_use( $before )['source'];
		if ( $source !== $source_before ) {
			if ( ! $this->is_network ) {
				set_transient( self::refused_name(), $source, self::REMEMBERED );
			}
			$settings['source'] = $source_before;
			$problem            = $this->problem( $settings, $key );
		}
		$key_before = $this->key_before();
		if ( null !== $problem && null === $this->problem( $before, $key_before ) ) {
			$needed   = array_flip( self::NEEDED );
			$settings = array_intersect_key( $before, $needed ) + array_diff_key( $settings, $needed );
			$key      = '' === $key ? $key_before : $key;
		}
		return $settings;
	}

	/**
	 * The settings as they would hold.
	 *
	 * @param array<string, mixed> $settings To be saved.
	 * @return array<string, mixed>
	 */
	private function in_use( array $settings ): array {
		return $this->is_network ? Geolet_Settings::raw( array(), $settings ) : Geolet_Settings::raw( $settings );
	}

	/**
	 * What visitors would lack.
	 *
	 * @param array<string, mixed> $settings To be saved.
	 * @param string               $key      To be saved.
	 * @return string|null A sentence, or null where they lack nothing.
	 */
	private function problem( array $settings, string $key ): ?string {
		try {
			if ( $this->is_network ) {
				$key = Geolet_Settings::constant( 'key' ) ?? $key;
			} elseif ( '' !== Geolet_Settings::fixed_by( 'key' ) ) {
				$key = Geolet_Settings::keys()['key'];
			}
			Geolet_Settings::require_source( $this->in_use( $settings ), $key );
			return null;
		} catch ( InvalidArgumentException $problem ) {
			return $problem->getMessage();
		}
	}

	/**
	 * The key that is saved now.
	 */
	private function key_before(): string {
		return $this->is_network ? Geolet_Settings::key_of_network() : Geolet_Settings::own_key();
	}

	/**
	 * Saves the key, in an option that is not loaded with every page.
	 *
	 * @param string $key Empty to forget it.
	 */
	private function save_key( string $key ) {
		if ( $this->is_network ) {
			'' === $key ? delete_site_option( Geolet_Settings::KEY_OPTION ) : update_site_option( Geolet_Settings::KEY_OPTION, $key );
		} else {
			'' === $key ? delete_option( Geolet_Settings::KEY_OPTION ) : update_option( Geolet_Settings::KEY_OPTION, $key, false );
		}
	}

	/**
	 * The key as it is to be saved.
	 *
	 * @param array<string, mixed> $sent   As it came.
	 * @param string               $before As it was saved.
	 */
	private function key( array $sent, string $before ): string {
		$key = isset( $sent['key'] ) && is_string( $sent['key'] ) ? trim( $sent['key'] ) : '';
		if ( isset( $sent['forgetKey'] ) ) {
			return '';
		}
		try {
			return '' === $key ? $before : Geolet_Settings::parse_key( $key );
		} catch ( InvalidArgumentException $problem ) {
			$this->refuse( 'key', $problem->getMessage() );
			return $before;
		}
	}

	/**
	 * Tells of a setting that stays as it was.
	 *
	 * @param string $name Of the setting.
	 * @param string $text What is wrong.
	 */
	private function refuse( string $name, string $text ) {
		$this->refused[] = $name;
		( $this->tell )( $name, $text );
	}

	/**
	 * What the ticked fields mean.
	 *
	 * @param array<int, mixed> $ticked Names of fields.
	 * @return array{expose: string[], withhold: string[]}
	 */
	private static function exposure( array $ticked ): array {
		$exposure = array(
			'expose'   => array(),
			'withhold' => array(),
		);
		foreach ( Geolet_Contract::get( 'fields' ) as $name => $field ) {
			$is_on = in_array( $name, $ticked, true );
			if ( 'off' === $field['exposure'] && $is_on ) {
				$exposure['expose'][] = $name;
			} elseif ( 'off' !== $field['exposure'] && ! $is_on ) {
				$exposure['withhold'][] = $name;
			}
		}
		return $exposure;
	}

	/**
	 * The name of the note on a refused source.
	 */
	private static function refused_name(): string {
		return 'geolet_refused_source_' . get_current_user_id();
	}
}
