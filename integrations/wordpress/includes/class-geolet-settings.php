<?php
/**
 * The owner's settings.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads settings from the option `geolet`. Over it holds what a network of sites says for all of them, and over both
 * hold constants in wp-config.php, named as the proxy's environment variables: `trustHeader` is GEOLET_TRUST_HEADER. The
 * key has an option of its own, which WordPress does not load with every page.
 */
final class Geolet_Settings {
	/** The name of the option. */
	public const OPTION = 'geolet';

	/** The name of the option with the key. */
	public const KEY_OPTION = 'geolet_key';

	/** Of a refused value, a message shows this many characters. */
	private const MAX_SHOWN = 100;

	/** Settings that only this plugin has. */
	private const OWN = array(
		'source'     => 'none',
		'endpoint'   => '',
		'host'       => 'cloudflare',
		'script'     => 'all',
		'firstFrame' => 'no',
		'consent'    => 'granted',
		'allowHttp'  => 'no',
		'rates'      => 'no',
	);

	/** The words that some of them may be. */
	private const WORDS = array(
		'source'     => array( 'none', 'proxy', 'service', 'host' ),
		'script'     => array( 'all', 'bindings' ),
		'firstFrame' => array( 'no', 'yes' ),
		'consent'    => array( 'granted', 'required' ),
		'allowHttp'  => array( 'no', 'yes' ),
		'rates'      => array( 'no', 'ecb' ),
		'gpc'        => array( 'country', 'state' ),
	);

	/**
	 * The settings as they are when nothing is set.
	 *
	 * @return array<string, mixed>
	 */
	public static function defaults(): array {
		return self::OWN + Geolet_Contract::get( 'defaults' );
	}

	/**
	 * All settings but the keys, checked.
	 *
	 * @return array<string, mixed>
	 * @throws InvalidArgumentException When one is wrong, with a sentence for the owner.
	 */
	public static function load(): array {
		return self::check( self::raw() );
	}

	/**
	 * All settings with the keys, checked, and enough to answer visitors.
	 *
	 * @return array<string, mixed>
	 * @throws InvalidArgumentException When one is wrong or missing, with a sentence for the owner.
	 */
	public static function load_complete(): array {
		$settings = self::load() + self::keys();
		self::require_source( $settings, $settings['key'] );
		return $settings;
	}

	/**
	 * Checks all settings but the keys.
	 *
	 * @param array<string, mixed> $raw As of `raw`.
	 * @return array<string, mixed>
	 * @throws InvalidArgumentException When one is wrong.
	 */
	public static function check( array $raw ): array {
		$settings = array();
		foreach ( $raw as $name => $value ) {
			$settings[ $name ] = self::parse( $name, $value );
		}
		$settings['upstream'] = self::parse_upstream( $settings['upstream'], $settings );
		return $settings;
	}

	/**
	 * Requires what the chosen source cannot do without.
	 *
	 * @param array<string, mixed> $settings Checked.
	 * @param string               $key      Of the service.
	 * @throws InvalidArgumentException When something is missing.
	 */
	public static function require_source( array $settings, string $key ) {
		if ( 'service' === $settings['source'] && '' === $settings['upstream'] ) {
			throw self::wrong( 'upstream', '', __( 'write scheme and host of the visitor-data service, such as https://geo.example', 'geolet' ) );
		}
		if ( 'service' === $settings['source'] && '' === $key ) {
			throw new InvalidArgumentException( __( 'The key of the service is missing: copy it from the service, or define GEOLET_KEY in wp-config.php. In a network of sites that key goes only to the service that GEOLET_UPSTREAM or the network names.', 'geolet' ) );
		}
		if ( 'proxy' === $settings['source'] && '' === $settings['endpoint'] ) {
			throw self::wrong( 'endpoint', '', __( 'write where the proxy answers, such as /geo or https://geo.shop.example/geo', 'geolet' ) );
		}
		if ( 'host' === $settings['source'] && 'none' === $settings['trust'] ) {
			throw self::wrong( 'trust', 'none', __( 'set the servers in front: headers of a host count only from trusted servers', 'geolet' ) );
		}
	}

	/**
	 * All settings but the keys, as they were written.
	 *
	 * @param array<string, mixed>|null $own     In place of what this site has saved.
	 * @param array<string, mixed>|null $network In place of what the network has.
	 * @return array<string, mixed>
	 */
	public static function raw( ?array $own = null, ?array $network = null ): array {
		$own      = $own ?? self::own();
		$network  = $network ?? self::of_network();
		$settings = array();
		foreach ( self::defaults() as $name => $usual ) {
			$settings[ $name ] = self::constant( $name ) ?? $network[ $name ] ?? $own[ $name ] ?? $usual;
		}
		return $settings;
	}

	/**
	 * What this site has saved.
	 *
	 * @return array<string, mixed>
	 */
	public static function own(): array {
		$stored = get_option( self::OPTION, array() );
		return is_array( $stored ) ? $stored : array();
	}

	/**
	 * What the network says for all its sites.
	 *
	 * @return array<string, mixed>
	 */
	public static function of_network(): array {
		$stored = is_multisite() ? get_site_option( self::OPTION, array() ) : array();
		return is_array( $stored ) ? $stored : array();
	}

	/**
	 * The value that wp-config.php gives a setting.
	 *
	 * @param string $name Of the setting.
	 * @return mixed Null when it gives none.
	 */
	public static function constant( string $name ) {
		$constant = 'GEOLET_' . strtoupper( preg_replace( '/[A-Z]/', '_$0', $name ) );
		return defined( $constant ) ? constant( $constant ) : null;
	}

	/**
	 * Where a setting comes from that this site cannot change.
	 *
	 * @param string $name Of the setting.
	 * @return string One of `wp-config.php` and `network`; empty for what this site says itself.
	 */
	public static function fixed_by( string $name ): string {
		if ( 'key' === $name && null === self::shared_key( 'key' ) ) {
			return '';
		}
		if ( null !== self::constant( $name ) ) {
			return 'wp-config.php';
		}
		return 'key' === $name || isset( self::of_network()[ $name ] ) ? 'network' : '';
	}

	/**
	 * The keys of the service, checked.
	 *
	 * @return array{key: string, secondKey: string} Empty where there is none.
	 * @throws InvalidArgumentException When one is wrong.
	 */
	public static function keys(): array {
		return array(
			'key'       => self::parse_key( self::shared_key( 'key' ) ?? self::own_key() ),
			'secondKey' => self::parse_key( self::shared_key( 'secondKey' ) ?? '' ),
		);
	}

	/**
	 * A key that this site has not saved itself. In a network it goes only to the service that wp-config.php or the
	 * network names: the administrator of one site could name a server of their own and read the key there.
	 *
	 * @param string $name Either `key` or `secondKey`.
	 * @return mixed Null where there is none.
	 */
	private static function shared_key( string $name ) {
		if ( ! is_multisite() ) {
			return self::constant( $name );
		}
		if ( ! self::is_upstream_shared() ) {
			return null;
		}
		$of_network = 'key' === $name ? self::key_of_network() : '';
		return self::constant( $name ) ?? ( '' === $of_network ? null : $of_network );
	}

	/**
	 * Whether this site cannot choose the service.
	 */
	private static function is_upstream_shared(): bool {
		return '' !== self::fixed_by( 'upstream' );
	}

	/**
	 * The key that this site has saved.
	 */
	public static function own_key(): string {
		$key = get_option( self::KEY_OPTION, '' );
		return is_string( $key ) ? $key : '';
	}

	/**
	 * The key that the network has saved for all its sites.
	 */
	public static function key_of_network(): string {
		$key = is_multisite() ? get_site_option( self::KEY_OPTION, '' ) : '';
		return is_string( $key ) ? $key : '';
	}

	/**
	 * What no log line may contain.
	 *
	 * @return string[]
	 */
	public static function secrets(): array {
		$keys = array( self::own_key(), self::key_of_network(), self::constant( 'key' ), self::constant( 'secondKey' ) );
		return array_filter(
			$keys,
			static function ( $key ) {
				return is_string( $key ) && '' !== $key;
			}
		);
	}

	/**
	 * Reads a key.
	 *
	 * @param mixed $key What should be one, or nothing.
	 * @throws InvalidArgumentException When it is something else. The message does not repeat it.
	 */
	public static function parse_key( $key ): string {
		if ( ! is_string( $key ) || ! preg_match( '/^(?:(?!["\'])[\x21-\x7e]+(?<!["\']))?$/D', $key ) ) {
			throw new InvalidArgumentException( __( 'The key has blanks, line ends, quotes or characters outside ASCII: copy the key alone.', 'geolet' ) );
		}
		return $key;
	}

	/**
	 * Reads one setting. Lists may be written as text, with commas or blanks between.
	 *
	 * @param string $name  Of the setting.
	 * @param mixed  $value What should be one.
	 * @return mixed
	 * @throws InvalidArgumentException When it is something else, with a sentence for the owner.
	 */
	public static function parse( string $name, $value ) {
		$ranges = Geolet_Contract::get( 'numberRanges' );
		if ( isset( $ranges[ $name ] ) ) {
			return self::parse_number( $name, $value, ...$ranges[ $name ] );
		}
		if ( isset( self::WORDS[ $name ] ) ) {
			return self::parse_word( $name, $value, self::WORDS[ $name ] );
		}
		switch ( $name ) {
			case 'trust':
				return self::parse_trust( $value );
			case 'origins':
				return array_map( array( self::class, 'parse_origin' ), self::parse_list( $name, $value ) );
			case 'expose':
			case 'withhold':
				$known = array_keys( Geolet_Contract::get( 'fields' ) );
				foreach ( self::parse_list( $name, $value ) as $field ) {
					self::parse_word( $name, $field, $known );
				}
				return self::parse_list( $name, $value );
			case 'trustHeader':
				if ( ! is_string( $value ) || ! preg_match( '/^[a-z0-9-]+$/Di', $value ) ) {
					throw self::wrong( $name, $value, __( 'write the name of one header', 'geolet' ) );
				}
				return strtolower( $value );
			case 'host':
				return self::parse_word( $name, $value, array_keys( Geolet_Contract::get( 'hosts' ) ) );
			case 'endpoint':
				return self::parse_endpoint( $value );
			default:
				return self::parse_text( $name, $value );
		}
	}

	/**
	 * Reads a line of text.
	 *
	 * @param string $name  Of the setting.
	 * @param mixed  $value What should be one.
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_text( string $name, $value ): string {
		if ( ! is_string( $value ) ) {
			throw self::wrong( $name, $value, __( 'write a text', 'geolet' ) );
		}
		return trim( $value );
	}

	/**
	 * Reads a whole number.
	 *
	 * @param string $name  Of the setting.
	 * @param mixed  $value What should be one.
	 * @param int    $least It may be.
	 * @param int    $most  It may be.
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_number( string $name, $value, int $least, int $most ): int {
		$number = filter_var( $value, FILTER_VALIDATE_INT );
		if ( false === $number || $number < $least || $number > $most ) {
			/* translators: 1: smallest number, 2: largest number. */
			throw self::wrong( $name, $value, sprintf( __( 'give a whole number from %1$d to %2$d', 'geolet' ), $least, $most ) );
		}
		return $number;
	}

	/**
	 * Reads one of some words.
	 *
	 * @param string   $name  Of the setting.
	 * @param mixed    $value What should be one.
	 * @param string[] $words It may be.
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_word( string $name, $value, array $words ): string {
		$value = is_bool( $value ) ? ( $value ? 'yes' : 'no' ) : $value;
		if ( ! in_array( $value, $words, true ) ) {
			/* translators: %s: words with commas between them. */
			throw self::wrong( $name, $value, sprintf( __( 'choose from %s', 'geolet' ), implode( ', ', $words ) ) );
		}
		return $value;
	}

	/**
	 * Reads a list.
	 *
	 * @param string $name  Of the setting.
	 * @param mixed  $value A list, or text with commas or blanks between.
	 * @return string[]
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_list( string $name, $value ): array {
		$list = is_string( $value ) ? preg_split( '/[\s,]+/', $value, -1, PREG_SPLIT_NO_EMPTY ) : $value;
		if ( ! is_array( $list ) || array_filter( $list, 'is_string' ) !== $list ) {
			throw self::wrong( $name, $value, __( 'write a list with commas between', 'geolet' ) );
		}
		return array_values( $list );
	}

	/**
	 * Reads which servers may name the visitor.
	 *
	 * @param mixed $value Either `none`, or a number of servers in front, or their addresses and ranges.
	 * @return string|int|string[]
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_trust( $value ) {
		if ( is_int( $value ) || ( is_string( $value ) && preg_match( '/^\s*\d+\s*$/D', $value ) ) ) {
			return self::parse_number( 'trust', is_string( $value ) ? trim( $value ) : $value, 1, 16 );
		}
		$list = self::parse_list( 'trust', $value );
		if ( array( 'none' ) === $list ) {
			return 'none';
		}
		foreach ( $list as $text ) {
			if ( null === Geolet_Address::parse_range( $text ) ) {
				throw self::wrong( 'trust', $text, __( 'write "none", the number of servers in front, or their addresses and ranges such as 10.0.0.0/8', 'geolet' ) );
			}
		}
		if ( array() === $list ) {
			throw self::wrong( 'trust', '', __( 'write "none", the number of servers in front, or their addresses', 'geolet' ) );
		}
		if ( Geolet_Address::have_everybody( $list ) ) {
			throw self::wrong( 'trust', implode( ' ', $list ), __( 'write "none", the number of servers in front, or their addresses', 'geolet' ) );
		}
		return $list;
	}

	/**
	 * Reads an origin.
	 *
	 * @param string $origin Scheme, host and port as browsers send them.
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_origin( string $origin ): string {
		if ( ! preg_match( '~^https?://(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$~D', $origin ) ) {
			throw self::wrong( 'origins', $origin, __( 'write scheme, host and port as browsers send them, such as https://shop.example', 'geolet' ) );
		}
		return $origin;
	}

	/**
	 * Reads the address of a proxy elsewhere.
	 *
	 * @param mixed $value A path on this host or a whole address, or nothing.
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_endpoint( $value ): string {
		$value = self::parse_text( 'endpoint', $value );
		if ( '' !== $value && ! preg_match( '~^(?:https?://[^\s/?#@]+)?/[^\s?#]+$~D', $value ) ) {
			throw self::wrong( 'endpoint', $value, __( 'write where the proxy answers, such as /geo or https://geo.shop.example/geo', 'geolet' ) );
		}
		return $value;
	}

	/**
	 * Reads the service's address. It must be https, because the key is sent there, unless it stays on this machine or
	 * the owner's network.
	 *
	 * @param string               $value    What should be one, or nothing.
	 * @param array<string, mixed> $settings With `allowHttp`.
	 * @throws InvalidArgumentException When it is something else.
	 */
	public static function parse_upstream( string $value, array $settings ): string {
		if ( '' === $value ) {
			return '';
		}
		if ( ! preg_match( '~^(https?)://([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?/?$~Di', $value, $found ) ) {
			throw self::wrong( 'upstream', $value, __( 'write scheme and host of the visitor-data service, such as https://geo.example', 'geolet' ) );
		}
		$is_here = preg_match( '/^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/D', strtolower( $found[2] ) );
		if ( 'https' !== strtolower( $found[1] ) && ! $is_here && 'yes' !== $settings['allowHttp'] ) {
			throw self::wrong( 'upstream', $value, __( 'use https, since http would send the key unencrypted', 'geolet' ) );
		}
		return strtolower( rtrim( $value, '/' ) );
	}

	/**
	 * What is wrong with a setting, and what to write instead.
	 *
	 * @param string $name  Of the setting.
	 * @param mixed  $value As it was written. Never a secret.
	 * @param string $fix   What to do.
	 */
	private static function wrong( string $name, $value, string $fix ): InvalidArgumentException {
		$shown = wp_json_encode( is_string( $value ) ? self::shortened( $value ) : $value, JSON_UNESCAPED_SLASHES );
		/* translators: 1: name of a setting, 2: its value, 3: what to do. */
		$text = __( 'The setting "%1$s" is %2$s: %3$s.', 'geolet' );
		return new InvalidArgumentException( sprintf( $text, $name, self::shortened( (string) $shown ), $fix ) );
	}

	/**
	 * A text that is short enough for a message, without the password of an address.
	 *
	 * @param string $text As it was written.
	 */
	private static function shortened( string $text ): string {
		$text = preg_replace( '~//[^/\s]*@~', '//...@', wp_check_invalid_utf8( $text, true ) );
		return mb_strlen( $text ) > self::MAX_SHOWN ? mb_substr( $text, 0, self::MAX_SHOWN ) . '...' : $text;
	}
}
